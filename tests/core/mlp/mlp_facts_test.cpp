// What is known about the Hessian of an MLP without computing it.
#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <cmath>

#include "core/curvature/block_norms.h"
#include "core/mlp/mlp_curvature.h"
#include "tests/core/oracle/comparison.h"
#include "tests/core/oracle/random_problem.h"

namespace hessianscope {
namespace {

oracle::ProblemSpec deep_spec(Activation activation) {
  oracle::ProblemSpec spec{.sequences = 2, .length = 4, .d_model = 3, .d_out = 5};
  spec.mlp_widths = {6, 4, 7};
  spec.activation = activation;
  return spec;
}

// The local exponent d log ||block|| / d log sigma of every block near sigma = 1e-3.
Matrix exponents(oracle::ProblemSpec spec, Part part, bool scale_targets) {
  const auto norms_at = [&](double sigma) {
    spec.sigma = sigma;
    Problem problem = oracle::random_problem(spec);
    if (scale_targets) problem.Y *= sigma;
    return block_norms(mlp_curvature(problem)).of(part);
  };
  const double sigma = 1e-3, step = 1.01;
  return (norms_at(sigma * step).array() / norms_at(sigma).array()).log() / std::log(step);
}

TEST(MlpFacts, OneLayerIsLinearRegression) {
  oracle::ProblemSpec spec{.sequences = 2, .length = 4, .d_model = 3, .d_out = 5};
  spec.mlp_widths = {};
  spec.uneven_weights = false;
  const Problem problem = oracle::random_problem(spec);
  const Matrix gram = problem.tokens.transpose() * problem.tokens;
  const Curvature curvature = mlp_curvature(problem);
  for (Index i = 0; i < 15; ++i)
    for (Index j = 0; j < 15; ++j) {
      const double expected = i % 5 == j % 5 ? 2.0 / (8 * 5) * gram(i / 5, j / 5) : 0;
      EXPECT_NEAR(curvature.entry(Part::Total, i, j), expected, 1e-14);
    }
  EXPECT_TRUE(curvature.factors(Part::Functional, 0, 0).zero());
}

TEST(MlpFacts, PiecewiseLinearNetworksAreBlockHollow) {
  for (const Activation activation : {Activation::Identity, Activation::Relu}) {
    const Curvature curvature = mlp_curvature(oracle::random_problem(deep_spec(activation)));
    const BlockNorms norms = block_norms(curvature);
    for (Index l = 0; l < curvature.layout().count(); ++l) {
      EXPECT_TRUE(curvature.factors(Part::Functional, l, l).zero());
      EXPECT_EQ(norms.of(Part::Functional)(l, l), 0);
      for (Index m = l + 1; m < curvature.layout().count(); ++m)
        EXPECT_GT(norms.of(Part::Functional)(l, m), 0);
    }
  }
}

TEST(MlpFacts, CurvedNetworksAreNotBlockHollowBelowTheLastLayer) {
  for (const Activation activation : {Activation::Gelu, Activation::Tanh}) {
    const BlockNorms norms =
        block_norms(mlp_curvature(oracle::random_problem(deep_spec(activation))));
    for (Index l = 0; l < 3; ++l) EXPECT_GT(norms.of(Part::Functional)(l, l), 0);
    EXPECT_EQ(norms.of(Part::Functional)(3, 3), 0);
  }
}

TEST(MlpFacts, DiagonalBlocksOfPiecewiseLinearNetworksArePositiveSemidefinite) {
  for (const LossKind loss : {LossKind::Mse, LossKind::CrossEntropy}) {
    oracle::ProblemSpec spec = deep_spec(Activation::Relu);
    spec.loss = loss;
    const Curvature curvature = mlp_curvature(oracle::random_problem(spec));
    const Matrix hessian = oracle::entries(curvature, Part::Total);
    for (const Block& block : curvature.layout().blocks()) {
      const Matrix diagonal = hessian.block(block.offset, block.offset, block.size(), block.size());
      const Vector eigenvalues = Eigen::SelfAdjointEigenSolver<Matrix>(diagonal).eigenvalues();
      EXPECT_GE(eigenvalues.minCoeff(), -1e-14 * eigenvalues.maxCoeff()) << block.name;
    }
    // Not so the whole: hollow blocks off the diagonal bring negative eigenvalues.
    const Vector all = Eigen::SelfAdjointEigenSolver<Matrix>(hessian).eigenvalues();
    EXPECT_LT(all.minCoeff(), -1e-6 * all.maxCoeff());
  }
}

TEST(MlpFacts, OuterPartOfALinearNetworkGrowsWithTheSquareOfTheData) {
  const Matrix measured = exponents(deep_spec(Activation::Identity), Part::Outer, false);
  EXPECT_LT((measured.array() - 2).abs().maxCoeff(), 1e-10) << measured;
  const Matrix diagonal = exponents(deep_spec(Activation::Identity), Part::Total, false);
  EXPECT_LT((diagonal.diagonal().array() - 2).abs().maxCoeff(), 1e-10) << diagonal;
}

TEST(MlpFacts, FunctionalPartOfALinearNetworkGrowsWithTheDataAndWithTheTargets) {
  const oracle::ProblemSpec spec = deep_spec(Activation::Identity);
  const Matrix fixed = exponents(spec, Part::Functional, false);
  const Matrix scaled = exponents(spec, Part::Functional, true);
  for (Index l = 0; l < 4; ++l)
    for (Index m = l + 1; m < 4; ++m) {
      EXPECT_NEAR(fixed(l, m), 1, 0.01) << l << m;
      EXPECT_NEAR(scaled(l, m), 2, 1e-10) << l << m;
    }
}

}  // namespace
}  // namespace hessianscope
