// The attention moments of one token: the only place where the attention kernel appears.
//
// With attention row a_ij over the tokens j that i sees, and v_i = W_V r_i:
//   softmax: m = sum a x,  C = sum a (x-m)(x-m)^T,  S = sum a (v.(x-m)) (x-m)(x-m)^T
//   linear:  m = sum s x,  C = sum x x^T,           S = 0
//   sigmoid: m = sum g x,  C = sum g(1-g) x x^T,    S = sum g(1-g)(1-2g)(v.x) x x^T
// The softmax sums are centred as written: the uncentred differences cancel catastrophically.
#pragma once

#include "core/linear_algebra.h"
#include "core/scenario/scenario.h"

namespace hessianscope {

// Attention weights of one token from its scores over the tokens it sees, in place. Softmax
// subtracts the largest score first, so logits of any size are safe.
void attend(AttentionKernel kernel, Eigen::Ref<Vector> scores);

// First moment m_i = sum_j a_ij x_j; `seen` holds the seen tokens x_j as rows.
Vector first_moment(const Eigen::Ref<const Matrix>& seen, const Vector& attention);

// Second moment C_i (d x d), the derivative of m_i with respect to the query direction.
Matrix second_moment(AttentionKernel kernel, const Eigen::Ref<const Matrix>& seen,
                     const Vector& attention, const Vector& first);

// Third moment contracted with v: S_i (d x d).
Matrix third_moment(AttentionKernel kernel, const Eigen::Ref<const Matrix>& seen,
                    const Vector& attention, const Vector& first, const Vector& v);

}  // namespace hessianscope
