// What a data source provides of a problem, before scaling. Everything left out is drawn, so the
// gaussian source gives nothing, digit_addition gives tokens and labels, and a file what it holds.
#pragma once

#include <optional>
#include <vector>

#include "core/linear_algebra.h"

namespace hessianscope {

struct GivenArrays {
  // Sizes that the arrays fix; 0 where they leave them to the scenario.
  Index sequences = 0, length = 0;
  Index d_model = 0, d_key = 0, d_out = 0;

  std::optional<Matrix> X;                   // (N L) x d_model
  std::optional<Matrix> Y;                   // (N L) x d_out
  std::optional<std::vector<Index>> labels;  // N L, in 0 .. d_out - 1
  std::optional<Vector> token_weights;       // N L, summing to one

  std::optional<Matrix> W_Q, W_K;   // d_model x d_key
  std::optional<Matrix> W_QK;       // d_model x d_model; neither W_Q nor W_K stands beside it
  std::optional<Matrix> W_V;        // d_model x d_out
  std::vector<Matrix> mlp_weights;  // W_1 .. W_D, or none
};

}  // namespace hessianscope
