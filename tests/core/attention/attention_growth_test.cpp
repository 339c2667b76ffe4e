// How the blocks grow with the data scale, with the weights and under layer norm.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "core/attention/attention_curvature.h"
#include "core/curvature/block_norms.h"
#include "tests/core/oracle/random_problem.h"

namespace hessianscope {
namespace {

BlockNorms norms_of(const oracle::ProblemSpec& spec) {
  return block_norms(attention_curvature(oracle::random_problem(spec)));
}

enum class Targets { Fixed, Scaled };

// d log ||block|| / d log sigma between sigma = 1e-3 and 1e-2; NaN where the block is zero.
Matrix exponents(oracle::ProblemSpec spec, Part part, Targets targets = Targets::Fixed) {
  const auto norms_at = [&](double sigma) {
    spec.sigma = sigma;
    Problem problem = oracle::random_problem(spec);
    if (targets == Targets::Scaled) problem.Y *= sigma;
    return block_norms(attention_curvature(problem)).of(part);
  };
  return (norms_at(1e-2).array() / norms_at(1e-3).array()).log10();
}

constexpr double kZero = std::numeric_limits<double>::quiet_NaN();

struct Growth {
  AttentionKernel kernel;
  QueryKeyForm query_key;
  std::vector<double> outer, functional;  // upper triangle by rows; kZero where exactly zero
};

void expect_exponents(const Matrix& measured, const std::vector<double>& predicted,
                      const std::string& where) {
  auto expected = predicted.begin();
  for (Index row = 0; row < measured.rows(); ++row)
    for (Index column = row; column < measured.cols(); ++column, ++expected) {
      const std::string block = where + std::to_string(row) + std::to_string(column);
      if (std::isnan(*expected))
        EXPECT_TRUE(std::isnan(measured(row, column))) << block;
      else
        EXPECT_NEAR(measured(row, column), *expected, 0.05) << block;
    }
}

TEST(AttentionGrowth, ExponentsInTheDataScale) {
  using enum AttentionKernel;
  using enum QueryKeyForm;
  // QQ, QK, QV, KK, KV, VV, or WW, WV, VV when merged.
  const std::vector<Growth> table = {
      {Softmax, Separate, {6, 6, 4, 6, 4, 2}, {5, 3, 3, 5, 3, kZero}},
      {Linear, Separate, {6, 6, 6, 6, 6, 6}, {kZero, 3, 3, kZero, 3, kZero}},
      {Sigmoid, Separate, {6, 6, 4, 6, 4, 2}, {7, 3, 3, 7, 3, kZero}},
      {Softmax, Merged, {6, 4, 2}, {5, 3, kZero}},
      {Linear, Merged, {6, 6, 6}, {kZero, 3, kZero}},
  };
  for (const Growth& growth : table)
    for (const std::uint64_t seed : {1, 2, 3}) {
      oracle::ProblemSpec spec = oracle::reference_spec();
      spec.kernel = growth.kernel;
      spec.query_key = growth.query_key;
      spec.seed = seed;
      const std::string where = "kernel " + std::to_string(static_cast<int>(growth.kernel)) +
                                ", form " + std::to_string(static_cast<int>(growth.query_key)) +
                                ", seed " + std::to_string(seed) + ", block ";
      expect_exponents(exponents(spec, Part::Outer), growth.outer, "outer, " + where);
      expect_exponents(exponents(spec, Part::Functional), growth.functional,
                       "functional, " + where);
    }
}

TEST(AttentionGrowth, ExponentsOfTheTotalForSoftmax) {
  const Matrix slopes = exponents(oracle::reference_spec(), Part::Total);
  EXPECT_NEAR(slopes(0, 0), 5, 0.1);
  EXPECT_NEAR(slopes(1, 1), 5, 0.1);
  EXPECT_NEAR(slopes(0, 1), 3, 0.01);
  EXPECT_NEAR(slopes(0, 2), 3, 0.01);
  EXPECT_NEAR(slopes(1, 2), 3, 0.01);
  EXPECT_NEAR(slopes(2, 2), 2, 0.01);
}

TEST(AttentionGrowth, ScaledTargetsAddOneToTheFunctionalPart) {
  expect_exponents(exponents(oracle::reference_spec(), Part::Outer, Targets::Scaled),
                   {6, 6, 4, 6, 4, 2}, "outer ");
  expect_exponents(exponents(oracle::reference_spec(), Part::Functional, Targets::Scaled),
                   {6, 4, 4, 6, 4, kZero}, "functional ");
}

// Scores stay as they are when a warmer temperature meets larger keys, or when values grow.
TEST(AttentionGrowth, WeightAndTemperaturePowersAtFixedAttention) {
  oracle::ProblemSpec spec = oracle::reference_spec();
  const Matrix plain = norms_of(spec).of(Part::Outer);
  spec.temperature = spec.key_scale = 3;
  const Matrix warmer = norms_of(spec).of(Part::Outer).array() / plain.array();
  spec.temperature = spec.key_scale = 1;
  spec.value_scale = 3;
  const Matrix valued = norms_of(spec).of(Part::Outer).array() / plain.array();
  Matrix warmer_expected(3, 3), valued_expected(3, 3);
  warmer_expected << 1, 1 / 3.0, 1,  // QQ t^2 W_K^2, QK t^2 W_Q W_K, QV t W_K
      1 / 3.0, 1 / 9.0, 1 / 3.0,     // KK t^2 W_Q^2, KV t W_Q
      1, 1 / 3.0, 1;                 // VV
  valued_expected << 9, 9, 3, 9, 9, 3, 3, 3, 1;
  EXPECT_LT((warmer - warmer_expected).cwiseAbs().maxCoeff(), 1e-12);
  EXPECT_LT((valued - valued_expected).cwiseAbs().maxCoeff(), 1e-12 * 9);
}

TEST(AttentionGrowth, BalancedWeightScalesMoveTheBlocksExactly) {
  oracle::ProblemSpec spec = oracle::reference_spec();
  const Curvature balanced = attention_curvature(oracle::random_problem(spec));
  spec.query_scale = 1e-3;
  spec.key_scale = 1e3;
  const Curvature skewed = attention_curvature(oracle::random_problem(spec));
  EXPECT_NEAR(skewed.loss() / balanced.loss(), 1, 1e-9);
  const Matrix ratio =
      block_norms(skewed).of(Part::Total).array() / block_norms(balanced).of(Part::Total).array();
  EXPECT_NEAR(ratio(0, 0) / 1e6, 1, 1e-9);
  EXPECT_NEAR(ratio(1, 1) / 1e-6, 1, 1e-9);
  EXPECT_NEAR(ratio(0, 1), 1, 1e-9);
  EXPECT_NEAR(ratio(0, 2) / 1e3, 1, 1e-9);
  EXPECT_NEAR(ratio(1, 2) / 1e-3, 1, 1e-9);
  EXPECT_NEAR(ratio(2, 2), 1, 1e-9);
}

TEST(AttentionGrowth, LayerNormTakesTheDataScaleAway) {
  oracle::ProblemSpec spec = oracle::reference_spec();
  spec.normalization = Normalization::PreLn;
  const Matrix one = norms_of(spec).of(Part::Total);
  spec.sigma = 100;
  const Matrix hundred = norms_of(spec).of(Part::Total);
  EXPECT_TRUE(((hundred - one).array().abs() < 0.01 * one.array()).all());
}

}  // namespace
}  // namespace hessianscope
