#include "core/data/draw.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/data/layer_norm.h"
#include "core/error.h"

namespace hessianscope {
namespace {

Problem draw(const Scenario& scenario) {
  return ProblemSource().draw(scenario);
}

// All sizes differ, so that no two can be exchanged unnoticed.
Scenario uneven_scenario() {
  Scenario scenario;
  scenario.data.sequence_length = 7;
  scenario.data.sequences = 3;
  scenario.attention.d_model = 5;
  scenario.attention.d_key = 4;
  scenario.mlp.depth = 3;
  scenario.mlp.width = 6;
  return scenario;
}

TEST(Draw, HasTheShapesAskedFor) {
  const Problem problem = draw(uneven_scenario());
  EXPECT_EQ(problem.sequences, 3);
  EXPECT_EQ(problem.length, 7);
  EXPECT_EQ(problem.d_out, 5);
  EXPECT_EQ(problem.X.rows(), 21);
  EXPECT_EQ(problem.X.cols(), 5);
  EXPECT_EQ(problem.tokens, problem.X);
  EXPECT_EQ(problem.Y.rows(), 21);
  EXPECT_EQ(problem.Y.cols(), 5);
  EXPECT_TRUE(problem.labels.empty());
  EXPECT_EQ(problem.token_weights, Vector::Constant(21, 1.0 / 21));
  EXPECT_EQ(problem.W_Q.cols(), 4);
  EXPECT_EQ(problem.W_K.cols(), 4);
  EXPECT_EQ(problem.W_QK.size(), 0);
  EXPECT_EQ(problem.W_V.cols(), 5);
  ASSERT_EQ(problem.mlp_weights.size(), 3u);
  EXPECT_EQ(problem.mlp_weights[0].rows(), 5);
  EXPECT_EQ(problem.mlp_weights[1].rows(), 6);
  EXPECT_EQ(problem.mlp_weights[1].cols(), 6);
  EXPECT_EQ(problem.mlp_weights[2].cols(), 5);
}

TEST(Draw, MatchesTheWidthOfTheMlpToAttention) {
  Scenario scenario;
  EXPECT_EQ(draw(scenario).mlp_weights[0].cols(), 24);
  scenario.attention.query_key = QueryKeyForm::Merged;
  EXPECT_EQ(draw(scenario).mlp_weights[0].cols(), 16);
  scenario.mlp.depth = 1;
  EXPECT_EQ(draw(scenario).mlp_weights.size(), 1u);
}

TEST(Draw, ScaleMultipliesAFixedDraw) {
  const Problem one = draw(uneven_scenario());
  for (const double sigma : {0.0, 1e-3, 0.37, 1e3}) {
    Scenario scenario = uneven_scenario();
    scenario.data.scale = sigma;
    Problem scaled = draw(scenario);
    EXPECT_EQ(scaled.X, sigma * one.X);
    EXPECT_EQ(scaled.Y, one.Y);
    scenario.data.scale_targets = true;
    EXPECT_EQ(draw(scenario).Y, sigma * one.Y);
  }
}

TEST(Draw, EveryWeightScaleMultipliesItsOwnFixedDraw) {
  const Problem one = draw(uneven_scenario());
  Scenario scenario = uneven_scenario();
  scenario.attention.query_scale = 0.5;
  scenario.attention.key_scale = 1e3;
  scenario.attention.value_scale = 0;
  scenario.mlp.scale = 0.1;
  const Problem scaled = draw(scenario);
  EXPECT_EQ(scaled.X, one.X);
  EXPECT_EQ(scaled.W_Q, 0.5 * one.W_Q);
  EXPECT_EQ(scaled.W_K, 1e3 * one.W_K);
  EXPECT_EQ(scaled.W_V, Matrix::Zero(5, 5));
  for (std::size_t l = 0; l < 3; ++l) {
    EXPECT_EQ(scaled.mlp_weights[l], 0.1 * one.mlp_weights[l]);
  }
}

TEST(Draw, LongerAndMoreSequencesKeepTheTokensOfTheFewer) {
  for (const LossKind loss : {LossKind::Mse, LossKind::CrossEntropy}) {
    Scenario scenario = uneven_scenario();
    scenario.loss = loss;
    const Problem fewer = draw(scenario);
    scenario.data.sequence_length = 11;
    scenario.data.sequences = 4;
    const Problem more = draw(scenario);
    for (Index n = 0; n < 3; ++n) {
      EXPECT_EQ(more.X.middleRows(n * 11, 7), fewer.X.middleRows(n * 7, 7));
      for (Index i = 0; i < 7 && loss == LossKind::CrossEntropy; ++i) {
        EXPECT_EQ(more.labels[static_cast<std::size_t>(n * 11 + i)],
                  fewer.labels[static_cast<std::size_t>(n * 7 + i)]);
      }
      if (loss == LossKind::Mse) {
        EXPECT_EQ(more.Y.middleRows(n * 11, 7), fewer.Y.middleRows(n * 7, 7));
      }
    }
  }
}

TEST(Draw, ASeedMovesItsOwnArraysOnly) {
  const Problem base = draw(uneven_scenario());
  Scenario scenario = uneven_scenario();
  scenario.data.seed = 8;
  Problem other = draw(scenario);
  EXPECT_NE(other.X, base.X);
  EXPECT_NE(other.Y, base.Y);
  EXPECT_EQ(other.W_Q, base.W_Q);
  EXPECT_EQ(other.mlp_weights, base.mlp_weights);
  scenario = uneven_scenario();
  scenario.attention.seed = 8;
  other = draw(scenario);
  EXPECT_EQ(other.X, base.X);
  EXPECT_NE(other.W_Q, base.W_Q);
  EXPECT_NE(other.W_K, base.W_K);
  EXPECT_NE(other.W_V, base.W_V);
  EXPECT_EQ(other.mlp_weights, base.mlp_weights);
  scenario = uneven_scenario();
  scenario.mlp.seed = 8;
  other = draw(scenario);
  EXPECT_EQ(other.W_Q, base.W_Q);
  for (std::size_t l = 0; l < 3; ++l) EXPECT_NE(other.mlp_weights[l], base.mlp_weights[l]);
}

TEST(Draw, EqualSeedsDoNotMakeEqualArrays) {
  Scenario scenario = uneven_scenario();
  scenario.attention.d_key = 5;
  scenario.mlp.width = 5;
  scenario.data.seed = scenario.attention.seed = scenario.mlp.seed = 1;
  const Problem problem = draw(scenario);
  const double unit = std::sqrt(5.0);  // undoes the division by sqrt(fan-in)
  std::vector<Matrix> draws = {problem.X.topRows(5), problem.Y.topRows(5), unit * problem.W_Q,
                               unit * problem.W_K, unit * problem.W_V};
  for (const Matrix& weights : problem.mlp_weights) draws.push_back(unit * weights);
  for (std::size_t a = 0; a < draws.size(); ++a) {
    for (std::size_t b = 0; b < a; ++b) EXPECT_GT((draws[a] - draws[b]).norm(), 0.1) << a << b;
  }
}

TEST(Draw, WeightsHaveTheVarianceOfTheirFanIn) {
  Scenario scenario;
  scenario.attention.d_model = 100;
  scenario.attention.d_key = 128;
  scenario.mlp.depth = 2;
  scenario.mlp.width = 400;
  const Problem problem = draw(scenario);
  const auto expect_variance = [](const Matrix& weights, double fan_in) {
    const double error = 5 * std::sqrt(2.0 / static_cast<double>(weights.size()));
    EXPECT_NEAR(weights.squaredNorm() / static_cast<double>(weights.size()) * fan_in, 1, error);
  };
  expect_variance(problem.W_Q, 100);
  expect_variance(problem.W_K, 100);
  expect_variance(problem.W_V, 100);
  expect_variance(problem.mlp_weights[0], 100);
  expect_variance(problem.mlp_weights[1], 400);
}

TEST(Draw, MergesQueryAndKeyIntoTheSameFunction) {
  Scenario scenario = uneven_scenario();
  scenario.attention.query_scale = 3;
  scenario.attention.query_key = QueryKeyForm::Merged;
  const Problem problem = draw(scenario);
  EXPECT_EQ(problem.query_key, QueryKeyForm::Merged);
  Matrix expected = Matrix::Zero(5, 5);
  for (Index p = 0; p < 5; ++p) {
    for (Index r = 0; r < 5; ++r) {
      for (Index q = 0; q < 4; ++q) expected(p, r) += problem.W_Q(p, q) * problem.W_K(r, q) / 2;
    }
  }
  EXPECT_LT((problem.W_QK - expected).norm(), 1e-14 * expected.norm());
}

TEST(Draw, NormalisesTheTokensBothModelsSee) {
  Scenario scenario = uneven_scenario();
  scenario.attention.normalization = Normalization::PreLn;
  scenario.data.scale = 3;
  const Problem problem = draw(scenario);
  EXPECT_EQ(problem.tokens, layer_norm(problem.X));
  EXPECT_NE(problem.tokens, problem.X);
  scenario.data.scale = 0;
  EXPECT_EQ(draw(scenario).tokens, Matrix::Zero(21, 5));
}

TEST(Draw, LabelsCoverTheOutputs) {
  Scenario scenario = uneven_scenario();
  scenario.loss = LossKind::CrossEntropy;
  scenario.data.sequence_length = 256;
  const Problem problem = draw(scenario);
  EXPECT_EQ(problem.Y.size(), 0);
  std::vector<int> counts(5, 0);
  for (const Index label : problem.labels) ++counts.at(static_cast<std::size_t>(label));
  for (const int count : counts) EXPECT_NEAR(count, 768 / 5, 60);
}

TEST(Draw, CopiesWhatDescribesTheLayer) {
  Scenario scenario = uneven_scenario();
  scenario.attention.kernel = AttentionKernel::Sigmoid;
  scenario.attention.mask = AttentionMask::Causal;
  scenario.attention.temperature = 2;
  scenario.mlp.activation = Activation::Gelu;
  const Problem problem = draw(scenario);
  EXPECT_EQ(problem.scenario, scenario);
  EXPECT_EQ(problem.kernel, AttentionKernel::Sigmoid);
  EXPECT_EQ(problem.mask, AttentionMask::Causal);
  EXPECT_EQ(problem.temperature, 2);
  EXPECT_EQ(problem.activation, Activation::Gelu);
}

TEST(Draw, RefusesAScenarioThatIsNotValid) {
  Scenario scenario;
  scenario.attention.d_model = 0;
  EXPECT_THROW(draw(scenario), Error);
}

}  // namespace
}  // namespace hessianscope
