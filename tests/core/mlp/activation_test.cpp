#include "core/mlp/activation.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>

#include "tests/core/mlp/mlp_oracle.h"

namespace hessianscope {
namespace {

constexpr std::array kAll = {Activation::Identity, Activation::Relu, Activation::Gelu,
                             Activation::Tanh};

TEST(Activation, DerivativesMatchAutomaticDifferentiation) {
  for (const Activation activation : kAll) {
    for (double z = -6.5; z <= 6.5; z += 0.125) {
      const ActivationValue at = activate(activation, z);
      const oracle::HyperDual expected =
          oracle::activation_of(activation, oracle::HyperDual(z, 1, 1, 0));
      EXPECT_NEAR(at.value, expected.value, 2e-15 * (1 + std::abs(z))) << z;
      EXPECT_NEAR(at.first, expected.e1, 2e-15 * (1 + std::abs(z))) << z;
      EXPECT_NEAR(at.second, expected.e12, 4e-15 * (1 + std::abs(z))) << z;
    }
  }
}

TEST(Activation, GeluKeepsItsRelativeAccuracyInTheTail) {
  // z Phi(z) from the asymptotic series Phi(-x) = density(x) / x (1 - 1/x^2 + 3/x^4 - 15/x^6 ...).
  const double x = 30;
  const double density = std::exp(-x * x / 2) / std::sqrt(2 * std::numbers::pi);
  const double series = 1 - 1 / std::pow(x, 2) + 3 / std::pow(x, 4) - 15 / std::pow(x, 6) +
                        105 / std::pow(x, 8) - 945 / std::pow(x, 10);
  EXPECT_NEAR(activate(Activation::Gelu, -x).value / (-density * series), 1, 1e-12);
  EXPECT_DOUBLE_EQ(activate(Activation::Gelu, 1).value, 0.84134474606854293);
}

TEST(Activation, TanhKeepsTheRelativeAccuracyOfItsDerivatives) {
  // For large z, tanh' = 4 exp(-2z) (1 - 2 exp(-2z) ...) and tanh'' = -2 tanh'.
  const ActivationValue at = activate(Activation::Tanh, 25);
  EXPECT_NEAR(at.first / (4 * std::exp(-50.0)), 1, 1e-14);
  EXPECT_NEAR(at.second / (-8 * std::exp(-50.0)), 1, 1e-14);
}

TEST(Activation, ReluHasNoSlopeAtExactlyZero) {
  for (const double zero : {0.0, -0.0}) {
    const ActivationValue at = activate(Activation::Relu, zero);
    EXPECT_EQ(at.value, 0);
    EXPECT_EQ(at.first, 0);
    EXPECT_EQ(at.second, 0);
  }
  EXPECT_EQ(activate(Activation::Relu, std::numeric_limits<double>::denorm_min()).first, 1);
}

TEST(Activation, HugeArgumentsReachTheLimits) {
  for (const double z : {1e3, 1e160, 1e300}) {
    for (const Activation activation : {Activation::Relu, Activation::Gelu}) {
      EXPECT_EQ(activate(activation, z).value, z);
      EXPECT_EQ(activate(activation, z).first, 1);
      EXPECT_EQ(activate(activation, z).second, 0);
      EXPECT_EQ(activate(activation, -z).value, 0);
      EXPECT_EQ(activate(activation, -z).first, 0);
      EXPECT_EQ(activate(activation, -z).second, 0);
    }
    for (const double sign : {1.0, -1.0}) {
      EXPECT_EQ(activate(Activation::Tanh, sign * z).value, sign);
      EXPECT_EQ(activate(Activation::Tanh, sign * z).first, 0);
      EXPECT_EQ(activate(Activation::Tanh, sign * z).second, 0);
    }
  }
}

TEST(Activation, NotANumberIsNeverHidden) {
  for (const Activation activation : kAll)
    EXPECT_TRUE(std::isnan(activate(activation, std::nan("")).value));
}

TEST(Activation, PiecewiseLinearMeansNoSecondDerivative) {
  for (const Activation activation : kAll) {
    double largest = 0;
    for (double z = -3; z <= 3; z += 0.25)
      largest = std::max(largest, std::abs(activate(activation, z).second));
    EXPECT_EQ(piecewise_linear(activation), largest == 0);
  }
}

}  // namespace
}  // namespace hessianscope
