// Layer norm without parameters, as it stands in front of a pre-LN layer.
#pragma once

#include "core/linear_algebra.h"

namespace hessianscope {

inline constexpr double kLayerNormEpsilon = 1e-5;

// Each row x of X becomes (x - mean) / sqrt(variance + eps), with the variance dividing by d. The
// variance is taken from the centred row, so a constant row gives exact zeros.
Matrix layer_norm(const Matrix& X);

}  // namespace hessianscope
