// Activations with their first two derivatives. ReLU has derivative 0 at exactly 0.
#pragma once

#include "core/scenario/scenario.h"

namespace hessianscope {

struct ActivationValue {
  double value = 0, first = 0, second = 0;
};

// identity, relu, gelu (the erf form z Phi(z)) or tanh, at z.
ActivationValue activate(Activation activation, double z);

}  // namespace hessianscope
