// One forward and one backward pass through the MLP, all tokens together as matrix products.
//
// Layers are counted from 0 here, as vectors are: layer l has weights W_{l+1}, reads inputs[l] and
// makes z_l = inputs[l] W_{l+1}. With depth D the hidden layers are l = 0 .. D-2; the last one has
// no activation, so inputs and deltas have D entries, slopes and bends D - 1.
#pragma once

#include <vector>

#include "core/curvature/block_layout.h"
#include "core/data/problem.h"
#include "core/loss/token_loss.h"

namespace hessianscope {

// Rows are the tokens that carry loss (T of them), columns the units of a layer.
struct MlpPasses {
  std::vector<Matrix> inputs;  // h of the layer below; inputs[0] are the tokens
  std::vector<Matrix> slopes;  // phi'(z_l)
  // What the activation of layer l itself adds to d2(r.F)/dz_l2, a diagonal matrix:
  // phi''(z_l) d(r.F)/dh_l.
  std::vector<Matrix> bends;
  std::vector<Matrix> deltas;  // d(r.F)/dz_l with r held fixed, which is dl/dz_l
  TokenLoss loss;

  Index tokens() const { return inputs.front().rows(); }
};

MlpPasses mlp_passes(const Problem& problem);

// dl/dW in parameter order: sum_i h_{l-1} delta_l^T for every layer.
Vector mlp_gradient(const MlpPasses& passes, const BlockLayout& layout);

}  // namespace hessianscope
