// The forward pass of the attention layer, for the tokens that carry loss.
//
// Token i has kappa_i = W_K W_Q^T x_i, or W_QK^T x_i when merged; its scores over the tokens it
// sees are s_ij = t x_j.kappa_i with t = 1 / (tau sqrt(d_key)), or 1 / tau when merged; the kernel
// makes them attention a_ij; m_i = sum_j a_ij x_j and F_i = W_V^T m_i.
#pragma once

#include <vector>

#include "core/data/problem.h"

namespace hessianscope {

struct AttentionForward {
  std::vector<Index> rows;   // the T tokens that carry loss, as rows of the problem's tokens
  double t = 1.0;            // multiplies x_j.kappa_i
  Matrix x;                  // T x d_model
  Matrix query;              // T x d_key: q_i = W_Q^T x_i; empty when merged
  Matrix scores, attention;  // T x L, filled up to the number of seen tokens
  Matrix first;              // T x d_model: m_i
  Matrix outputs;            // T x d_out: F_i

  Index tokens() const { return x.rows(); }
};

// Loops of fewer multiply-adds than this stay on one core: waking the others would cost more.
inline constexpr Index kWorthSharing = 1 << 20;

AttentionForward attention_forward(const Problem& problem);

// The tokens that a token sees, as rows. Under every mask they are the first ones of its sequence.
Eigen::Block<const Matrix> seen_tokens(const Problem& problem, Index token);

}  // namespace hessianscope
