// Problem: the numbers a scenario stands for, drawn once and never changed.
//
// Tokens of all sequences are stacked: token i of sequence n is row n * length + i.
#pragma once

#include <vector>

#include "core/linear_algebra.h"
#include "core/scenario/scenario.h"

namespace hessianscope {

struct Problem {
  Scenario scenario;  // as asked for
  Index sequences = 0, length = 0;
  Index d_model = 0, d_key = 0, d_out = 0;
  AttentionKernel kernel = AttentionKernel::Softmax;
  AttentionMask mask = AttentionMask::None;
  QueryKeyForm query_key = QueryKeyForm::Separate;  // the file's form where a file decides it
  LossKind loss = LossKind::Mse;
  Activation activation = Activation::Relu;
  double temperature = 1.0;

  Matrix X;                   // (N L) x d_model, scaled, before any layer norm
  Matrix tokens;              // (N L) x d_model as both models see them, after any layer norm
  Matrix Y;                   // (N L) x d_out, mse only
  std::vector<Index> labels;  // N L, cross-entropy only; 0 where the weight is 0
  Vector token_weights;       // N L, summing to one

  Matrix W_Q, W_K;                  // d_model x d_key; empty when merged weights came from a file
  Matrix W_QK;                      // d_model x d_model, merged only: W_Q W_K^T / sqrt(d_key)
  Matrix W_V;                       // d_model x d_out
  std::vector<Matrix> mlp_weights;  // W_1 .. W_D, without bias

  // True where token i may attend to token j.
  bool sees(Index i, Index j) const { return mask == AttentionMask::None || j <= i; }
};

// The number of parameters attention has, and an MLP of that depth and width.
Index attention_parameter_count(Index d_model, Index d_key, Index d_out, QueryKeyForm form);
Index mlp_parameter_count(Index d_model, Index d_out, Index depth, Index width);

// The width whose MLP has a parameter count nearest to `parameters` (the smaller of two equally
// near, at least 1); 0 for depth 1, which has no width.
Index matched_mlp_width(Index d_model, Index d_out, Index depth, Index parameters);

// The loss both models minimise, as shown in window and exports (Unicode, one line).
std::string loss_formula(const Problem& problem);

}  // namespace hessianscope
