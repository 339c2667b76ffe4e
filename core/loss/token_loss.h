// The loss sum_i w_i l_i(F_i) with its first two derivatives per token, the same for both models.
//
//   mse            l_i = ||F_i - Y_i||^2 / d_out        r_i = 2 w_i / d_out (F_i - Y_i)
//                                                       Lambda_i = 2 w_i / d_out I
//   cross-entropy  l_i = -log p_i[label_i],             r_i = w_i (p_i - e_label)
//                  p_i = softmax(F_i)                   Lambda_i = w_i (diag p_i - p_i p_i^T)
//
// Logits of any size are safe: the largest is subtracted before the exponential, and a prediction
// however certain keeps its small loss, gradient and curvature to full relative precision.
#pragma once

#include "core/data/problem.h"

namespace hessianscope {

struct TokenLoss {
  double value = 0;
  Matrix gradient;   // T x d_out: r_i = dl/dF_i, weight included
  Matrix curvature;  // T x d_out^2: row-major Lambda_i = d2l/dF_i2, weight included
};

// `outputs` holds one row F_i for each token of `rows` (indices into the problem's tokens).
TokenLoss token_loss(const Problem& problem, const std::vector<Index>& rows, const Matrix& outputs);

// The tokens that carry loss (weight > 0): the only ones whose factors are not zero.
std::vector<Index> weighted_tokens(const Problem& problem);

}  // namespace hessianscope
