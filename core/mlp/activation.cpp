#include "core/mlp/activation.h"

#include <cmath>
#include <numbers>

namespace hessianscope {
namespace {

ActivationValue relu(double z) {
  // Written so that a NaN takes the second branch and stays one.
  if (z <= 0) return {0, 0, 0};
  return {z, 1, 0};
}

// Phi' = density, density' = -z density, hence gelu' = Phi + z density, gelu'' = (2 - z^2) density.
ActivationValue gelu(double z) {
  const double cumulative = 0.5 * std::erfc(-z / std::numbers::sqrt2);
  const double density = std::exp(-0.5 * z * z) * std::numbers::inv_sqrtpi / std::numbers::sqrt2;
  // Where the density has underflowed z^2 may be infinite.
  const double second = density == 0 ? 0 : (2 - z * z) * density;
  return {z * cumulative, cumulative + z * density, second};
}

ActivationValue hyperbolic_tangent(double z) {
  // 1 / cosh^2 keeps its relative accuracy where 1 - tanh^2 cancels.
  const double tangent = std::tanh(z);
  const double secant = 1 / std::cosh(z);
  const double first = secant * secant;
  return {tangent, first, -2 * tangent * first};
}

}  // namespace

ActivationValue activate(Activation activation, double z) {
  switch (activation) {
    case Activation::Identity:
      return {z, 1, 0};
    case Activation::Relu:
      return relu(z);
    case Activation::Gelu:
      return gelu(z);
    case Activation::Tanh:
      return hyperbolic_tangent(z);
  }
  return {};
}

bool piecewise_linear(Activation activation) {
  return activation == Activation::Identity || activation == Activation::Relu;
}

}  // namespace hessianscope
