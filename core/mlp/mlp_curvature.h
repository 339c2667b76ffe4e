// The Hessian of a token-wise MLP without bias: h_0 = x_i, z_l = W_l^T h_{l-1}, h_l = phi(z_l),
// last layer linear. With B_l = dF/dz_l and delta_l = B_l^T r, for l <= m:
//   H_outer[l, m]      = sum_i (h_{l-1} h_{m-1}^T) kron (B_l^T Lambda B_m)
//   H_functional[l, m] = sum_i (h_{l-1} h_{m-1}^T) kron S_lm
//                      + [l < m] h_{l-1, p} (dh_{m-1, a} / dz_{l, q}) delta_{m, b}
// where S_lm is the second derivative of r.F with respect to additive perturbations of z_l, z_m.
//
// S_lm is zero for m = D, since the last layer is linear, and for every pair when phi'' = 0
// (identity, ReLU): those factors are left out, so that the diagonal blocks of H_functional are
// exactly zero and the network is block-hollow.
#pragma once

#include "core/curvature/curvature.h"
#include "core/data/problem.h"

namespace hessianscope {

// Blocks W_1 .. W_D. Only tokens with weight > 0 have factors.
Curvature mlp_curvature(const Problem& problem);

// The layout alone, without computing anything.
BlockLayout mlp_layout(const Problem& problem);

}  // namespace hessianscope
