#include "core/data/layer_norm.h"

#include <gtest/gtest.h>

#include <cmath>

namespace hessianscope {
namespace {

TEST(LayerNorm, IsItsDefinition) {
  const Matrix X = Matrix::Random(5, 7);
  const Matrix normed = layer_norm(X);
  for (Index i = 0; i < X.rows(); ++i) {
    double mean = 0, variance = 0;
    for (Index j = 0; j < X.cols(); ++j) mean += X(i, j) / 7;
    for (Index j = 0; j < X.cols(); ++j) variance += std::pow(X(i, j) - mean, 2) / 7;
    for (Index j = 0; j < X.cols(); ++j) {
      EXPECT_NEAR(normed(i, j), (X(i, j) - mean) / std::sqrt(variance + 1e-5), 1e-14);
    }
  }
}

TEST(LayerNorm, OfAConstantRowIsExactlyZero) {
  Matrix X(4, 6);
  X.row(0).setConstant(0.1);
  X.row(1).setConstant(1e300);
  X.row(2).setConstant(-1e-300);
  X.row(3).setZero();
  EXPECT_EQ(layer_norm(X), Matrix::Zero(4, 6));
  EXPECT_EQ(layer_norm(Matrix::Constant(3, 1, 5.0)), Matrix::Zero(3, 1));
}

TEST(LayerNorm, KeepsItsDigitsFarFromTheOrigin) {
  // The one-pass formula E[x^2] - E[x]^2 has no correct digit left here.
  Matrix near_origin(1, 4), far(1, 4);
  near_origin << 0, 1, 2, 3;
  far = near_origin.array() + 1e9;
  EXPECT_LT((layer_norm(far) - layer_norm(near_origin)).norm(), 1e-14);
}

TEST(LayerNorm, ForgetsALargeScale) {
  const Matrix X = Matrix::Random(3, 16);
  EXPECT_LT((layer_norm(100 * X) - layer_norm(1e6 * X)).norm(), 1e-7);
}

}  // namespace
}  // namespace hessianscope
