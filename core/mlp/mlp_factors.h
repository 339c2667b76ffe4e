// The small matrices of the MLP's Kronecker terms: per token, how two layers' pre-activations
// act on the loss together.
//
// Layers are counted from 0, as in mlp_passes.h; n_l is the number of units of layer l. With
// K_lm = (dz_m / dz_l)^T, an n_l x n_m matrix:
//   outer[l][m]  = K_lF Lambda K_mF^T       F: the outputs, z of the last layer
//   curved[l][m] = K_lm S_mm                 S_mm = d2(r.F)/dz_m2
//   inward[l][m] = (dh_{m-1} / dz_l)^T       h_{m-1}: the inputs of layer m
// S is pulled back layer by layer: S_mm = K S_{m+1,m+1} K^T + diag(bends_m) with K = K_{m,m+1};
// it is zero for the last layer, and everywhere when the activation is piecewise linear.
#pragma once

#include <vector>

#include "core/mlp/mlp_passes.h"

namespace hessianscope {

// [l][m], one row per token, each a small matrix row-major. Only pairs with l <= m are there.
using LayerPairs = std::vector<std::vector<Matrix>>;

struct MlpFactors {
  LayerPairs outer;   // n_l x n_m
  LayerPairs curved;  // n_l x n_m; empty where it is exactly zero
  LayerPairs inward;  // n_l x n_{m-1}, l < m only
};

// Tokens in parallel, each writing its own rows: equal for any number of threads.
MlpFactors mlp_factors(const Problem& problem, const MlpPasses& passes);

}  // namespace hessianscope
