// Activations with their first two derivatives, in closed form.
//
//   identity  z
//   relu      max(z, 0); both derivatives are 0 at exactly 0
//   gelu      z Phi(z), the erf form (Hendrycks and Gimpel, 2016)
//   tanh
//
// Finite for every finite z; a NaN stays a NaN, so that it is found rather than hidden.
#pragma once

#include "core/scenario/scenario.h"

namespace hessianscope {

struct ActivationValue {
  double value = 0, first = 0, second = 0;
};

// phi(z), phi'(z), phi''(z).
ActivationValue activate(Activation activation, double z);

// True where phi'' is zero everywhere: identity and ReLU. The diagonal blocks of the functional
// Hessian then vanish exactly.
bool piecewise_linear(Activation activation);

}  // namespace hessianscope
