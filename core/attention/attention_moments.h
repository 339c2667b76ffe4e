// The attention moments of one token: the only place where the attention kernel appears.
//
// With attention a_j over the tokens x_j that a token sees, scores s_j and any vector v:
//
//   softmax: m = sum a x,  C = sum a (x-m)(x-m)^T,  S = sum a (v.(x-m)) (x-m)(x-m)^T
//   linear:  m = sum s x,  C = sum x x^T,           S = 0
//   sigmoid: m = sum g x,  C = sum g(1-g) x x^T,    S = sum g(1-g)(1-2g) (v.x) x x^T
//
// With scores s_j = x_j.kappa, C is the derivative of m and S the second derivative of v.m with
// respect to kappa (times t and t^2 where the scores carry a factor t).
// All kernels share one form: with rows y_j (the seen tokens, for softmax less their mean m),
//
//   C = sum_j slope_j y_j y_j^T,   S = sum_j bend_j (v.y_j) y_j y_j^T.
//
// Softmax sums are centred as written: the uncentred differences cancel catastrophically.
#pragma once

#include "core/linear_algebra.h"
#include "core/scenario/scenario.h"

namespace hessianscope {

// Attention of one token from its scores over the tokens it sees. Softmax subtracts the largest
// score first, so scores of any size are safe.
void attend(AttentionKernel kernel, const Eigen::Ref<const Vector>& scores,
            Eigen::Ref<Vector> attention);

// How the attention of one token answers a change of its scores.
struct AttentionResponse {
  Matrix rows;      // y_j
  Vector slope;     // softmax a; linear 1; sigmoid g(1-g)
  Vector bend;      // softmax a; linear empty, S = 0; sigmoid g(1-g)(1-2g)
  Matrix weighted;  // workspace
};

// `seen` holds the seen tokens x_j as rows, `first` is m = sum_j a_j x_j. Writes into `response`,
// whose storage is reused from token to token.
void respond(AttentionKernel kernel, const Eigen::Ref<const Matrix>& seen,
             const Eigen::Ref<const Vector>& scores, const Eigen::Ref<const Vector>& attention,
             const Eigen::Ref<const Vector>& first, AttentionResponse& response);

// C (d_model x d_model) times `scale`.
void second_moment(AttentionResponse& response, double scale, Eigen::Ref<Matrix> C);

// S (d_model x d_model) times `scale`; needs a kernel that bends.
void third_moment(AttentionResponse& response, const Vector& v, double scale, Eigen::Ref<Matrix> S);

// False for the linear kernel, whose third moment is exactly zero.
bool bends(AttentionKernel kernel);

}  // namespace hessianscope
