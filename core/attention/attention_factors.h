// What every token contributes to the Hessian, before the weights of query and key come in.
//
// The loss sees W_Q and W_K (or W_QK) only through kappa_i, so the per-token derivatives are taken
// with respect to kappa_i; with A_i = t C_i W_V and v_i = W_V r_i,
//   dF_i/dkappa_i = A_i^T,  dl/dkappa_i = b_i = t C_i v_i,  d(m_i)/dkappa_i = t C_i,
//   d2l/dkappa_i2 = N_i = A_i Lambda_i A_i^T (outer) + t^2 S_i (functional).
#pragma once

#include "core/attention/attention_forward.h"
#include "core/loss/token_loss.h"

namespace hessianscope {

// One row per token, each a d_model x (columns) matrix, row-major.
struct AttentionFactors {
  Matrix A_Lambda;      // d_model x d_out: A_i Lambda_i
  Matrix tC;            // d_model x d_model: t C_i
  Matrix N_outer;       // d_model x d_model
  Matrix N_functional;  // d_model x d_model; empty for a kernel that does not bend
  Matrix b;             // d_model

  bool bends() const { return N_functional.size() > 0; }
};

AttentionFactors attention_factors(const Problem& problem, const AttentionForward& forward,
                                   const TokenLoss& loss);

// W^T M_i for the matrix M_i (W.rows() x columns) in each row: T x (W.cols() * columns).
Matrix multiply_left(const Matrix& W, const Matrix& stack);

// M_i W for the matrix M_i (rows x W.rows()) in each row: T x (rows * W.cols()).
Matrix multiply_right(const Matrix& stack, const Matrix& W);

}  // namespace hessianscope
