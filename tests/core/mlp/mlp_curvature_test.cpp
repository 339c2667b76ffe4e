// Loss, gradient and both parts of the Hessian, each on its own, against automatic differentiation
// for every activation, depth and loss, with N = 2 and all dimensions different.
#include "core/mlp/mlp_curvature.h"

#include <gtest/gtest.h>
#include <omp.h>

#include <array>
#include <string>
#include <tuple>

#include "core/scenario/field_table.h"
#include "tests/core/mlp/mlp_oracle.h"
#include "tests/core/oracle/comparison.h"
#include "tests/core/oracle/random_problem.h"

namespace hessianscope {
namespace {

constexpr double kTolerance = 1e-12;
constexpr std::array kParts = {Part::Total, Part::Outer, Part::Functional};

oracle::ProblemSpec spec_of_depth(std::size_t depth) {
  oracle::ProblemSpec spec{.sequences = 2, .length = 4, .d_model = 3, .d_out = 6};
  const std::vector<Index> widths = {7, 5, 8, 2, 9};
  spec.mlp_widths.assign(widths.begin(), widths.begin() + static_cast<std::ptrdiff_t>(depth) - 1);
  return spec;
}

void expect_matches_oracle(const Problem& problem) {
  const Curvature curvature = mlp_curvature(problem);
  const oracle::MlpModel model(problem);
  const oracle::Derivatives expected = oracle::differentiate(problem, model, model.parameters());
  EXPECT_NEAR(curvature.loss() / expected.loss, 1, kTolerance);
  EXPECT_LT((curvature.gradient() - expected.gradient).norm(),
            kTolerance * expected.gradient.norm());
  for (const Part part : kParts) {
    const oracle::BlockError by_entry = oracle::worst_block(
        curvature.layout(), oracle::entries(curvature, part), expected.of(part));
    EXPECT_LT(by_entry.relative, kTolerance) << name(part) << " entries of " << by_entry.block;
    const oracle::BlockError dense = oracle::worst_block(
        curvature.layout(), oracle::assembled(curvature, part), expected.of(part));
    EXPECT_LT(dense.relative, kTolerance) << name(part) << " assembled " << dense.block;
  }
}

using Case = std::tuple<Activation, std::size_t, LossKind>;

class MlpCurvature : public testing::TestWithParam<Case> {};

TEST_P(MlpCurvature, MatchesAutomaticDifferentiation) {
  oracle::ProblemSpec spec = spec_of_depth(std::get<std::size_t>(GetParam()));
  spec.activation = std::get<Activation>(GetParam());
  spec.loss = std::get<LossKind>(GetParam());
  expect_matches_oracle(oracle::random_problem(spec));
}

std::string case_name(const testing::TestParamInfo<Case>& info) {
  const auto& [activation, depth, loss] = info.param;
  return std::string(name(activation)) + "_depth_" + std::to_string(depth) + "_" +
         std::string(name(loss));
}

INSTANTIATE_TEST_SUITE_P(Everything, MlpCurvature,
                         testing::Combine(testing::Values(Activation::Identity, Activation::Relu,
                                                          Activation::Gelu, Activation::Tanh),
                                          testing::Range<std::size_t>(1, 7),
                                          testing::Values(LossKind::Mse, LossKind::CrossEntropy)),
                         case_name);

TEST(MlpCurvatureEdge, ReluAtExactlyZero) {
  oracle::ProblemSpec spec = spec_of_depth(3);
  Problem problem = oracle::random_problem(spec);
  problem.mlp_weights[0].col(2).setZero();  // a unit that sits on the kink for every token
  problem.tokens.row(3).setZero();          // a token that puts every unit there
  expect_matches_oracle(problem);
}

TEST(MlpCurvatureEdge, AZeroWeightMatrixLeavesExactZeros) {
  oracle::ProblemSpec spec = spec_of_depth(3);
  spec.activation = Activation::Tanh;
  Problem problem = oracle::random_problem(spec);
  problem.mlp_weights[1].setZero();
  expect_matches_oracle(problem);
}

TEST(MlpCurvatureEdge, WidthOneAndSingleToken) {
  oracle::ProblemSpec spec{.sequences = 1, .length = 1, .d_model = 1, .d_out = 1};
  spec.mlp_widths = {1, 1};
  spec.activation = Activation::Gelu;
  spec.uneven_weights = false;
  expect_matches_oracle(oracle::random_problem(spec));
}

// The answer positions of digit addition: 1 / 6 on tokens 11 .. 16 of 18, nothing elsewhere.
TEST(MlpCurvatureEdge, OnlyTokensWithWeightCount) {
  oracle::ProblemSpec spec{.sequences = 2, .length = 18, .d_model = 3, .d_out = 4};
  spec.mlp_widths = {5};
  spec.loss = LossKind::CrossEntropy;
  Problem problem = oracle::random_problem(spec);
  problem.token_weights.setZero();
  for (Index n = 0; n < 2; ++n) problem.token_weights.segment(n * 18 + 11, 6).setConstant(1.0 / 12);
  expect_matches_oracle(problem);

  const Matrix before = oracle::assembled(mlp_curvature(problem), Part::Total);
  problem.tokens.topRows(11).setConstant(1e6);
  problem.tokens.row(17).setConstant(-1e6);
  EXPECT_EQ(oracle::assembled(mlp_curvature(problem), Part::Total), before);
}

TEST(MlpCurvatureEdge, EqualBitForBitForAnyNumberOfThreads) {
  // Large enough for every loop over tokens and units to be shared.
  oracle::ProblemSpec spec{.sequences = 2, .length = 150, .d_model = 2, .d_out = 3};
  spec.mlp_widths = {80, 3};
  spec.activation = Activation::Gelu;
  const Problem problem = oracle::random_problem(spec);
  const int threads = omp_get_max_threads();
  omp_set_num_threads(1);
  const Curvature alone = mlp_curvature(problem);
  for (const int count : {2, 8}) {
    omp_set_num_threads(count);
    const Curvature shared = mlp_curvature(problem);
    EXPECT_EQ(shared.loss(), alone.loss());
    EXPECT_EQ(shared.gradient(), alone.gradient());
    for (const Part part : {Part::Outer, Part::Functional})
      EXPECT_EQ(oracle::assembled(shared, part), oracle::assembled(alone, part));
  }
  omp_set_num_threads(threads);
}

TEST(MlpLayout, NamesAndOffsetsFollowTheLayers) {
  const BlockLayout layout = mlp_layout(oracle::random_problem(spec_of_depth(3)));
  ASSERT_EQ(layout.count(), 3);
  EXPECT_EQ(layout[0].name, "W_1");
  EXPECT_EQ(layout[2].name, "W_3");
  EXPECT_EQ(layout[1].offset, 3 * 7);
  EXPECT_EQ(layout[2].offset, 3 * 7 + 7 * 5);
  EXPECT_EQ(layout.parameters(), 3 * 7 + 7 * 5 + 5 * 6);
  EXPECT_EQ(layout.describe(3 * 7 + 5 + 2), "W_2[1,2]");
}

}  // namespace
}  // namespace hessianscope
