#include "core/study/sweep.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>

#include "core/attention/attention_curvature.h"
#include "core/curvature/block_norms.h"
#include "core/data/draw.h"
#include "core/error.h"
#include "core/live/capacity.h"
#include "core/mlp/mlp_curvature.h"

namespace hessianscope {
namespace {

SweepRequest request_over(const std::string& field, double from, double to, Index points,
                          Index seeds = 1) {
  SweepRequest request{
      .scenario = {}, .field = field, .from = from, .to = to, .points = points, .seeds = seeds};
  request.scenario.attention.d_model = 4;
  request.scenario.attention.d_key = 3;
  request.scenario.data.sequence_length = 5;
  return request;
}

std::string refusal_of(const SweepRequest& request) {
  try {
    sweep(request, [](double) { ADD_FAILURE() << "something was computed"; }, {});
  } catch (const Error& error) {
    return error.what();
  }
  return "accepted";
}

void expect_mentions(const std::string& sentence, std::initializer_list<const char*> words) {
  for (const char* word : words)
    EXPECT_NE(sentence.find(word), std::string::npos) << "no " << word << " in: " << sentence;
}

TEST(SweepValues, AreLogSpacedForLogarithmicFields) {
  EXPECT_EQ(sweep_values(request_over("data.scale", 1e-3, 10, 5)),
            (std::vector<double>{1e-3, 1e-2, 1e-1, 1, 10}));
  const std::vector<double> values = sweep_values(request_over("data.scale", 0.3, 7, 12));
  ASSERT_EQ(values.size(), 12U);
  EXPECT_EQ(values.front(), 0.3);
  EXPECT_EQ(values.back(), 7);
  for (std::size_t i = 2; i < values.size(); ++i)
    EXPECT_NEAR(values[i] / values[i - 1], values[1] / values[0], 1e-14);
}

TEST(SweepValues, AreDistinctIntegersForIntegerFields) {
  EXPECT_EQ(sweep_values(request_over("data.sequence_length", 1, 4, 10)),
            (std::vector<double>{1, 2, 3, 4}));
  EXPECT_EQ(sweep_values(request_over("mlp.depth", 1, 6, 3)), (std::vector<double>{1, 4, 6}));
  const double largest_seed = 9007199254740991;
  EXPECT_EQ(sweep_values(request_over("data.seed", 0, largest_seed, 2)),
            (std::vector<double>{0, largest_seed}));
}

TEST(SweepValues, OnePointIsItself) {
  EXPECT_EQ(sweep_values(request_over("data.scale", 0.7, 0.7, 1)), std::vector<double>{0.7});
  EXPECT_THROW(sweep_values(request_over("data.scale", 0.7, 0.8, 1)), Error);
}

TEST(SweepValues, RefuseWhatCannotBeSwept) {
  expect_mentions(refusal_of(request_over("data.scal", 1, 2, 2)), {"data.scal", "data.scale"});
  for (const char* key : {"attention.kernel", "data.scale_targets", "view.range", "data.file"})
    expect_mentions(refusal_of(request_over(key, 1, 2, 2)), {key, "number"});
  expect_mentions(refusal_of(request_over("data.scale", 1, 1e4, 3)),
                  {"data.scale", "10000", "0 to 1000"});
  expect_mentions(refusal_of(request_over("data.scale", 0, 1, 3)), {"data.scale", "above 0"});
  expect_mentions(refusal_of(request_over("mlp.depth", 0, 3, 3)), {"mlp.depth", "1 to 6"});
  expect_mentions(refusal_of(request_over("data.scale", 2, 1, 3)), {"data.scale", "rise"});
  expect_mentions(refusal_of(request_over("data.scale", 1, 1, 3)), {"rise"});
  expect_mentions(refusal_of(request_over("data.scale", std::nan(""), 1, 3)), {"nan"});
  expect_mentions(refusal_of(request_over("data.scale", 1, 2, 0)), {"1 point"});
  expect_mentions(refusal_of(request_over("data.scale", 1, 2, 2, 0)), {"1 seed"});
}

TEST(Sweep, RefusesBadMiddlesBeforeComputing) {
  SweepRequest digits = request_over("attention.d_model", 10, 14, 5);
  digits.scenario.data.source = DataSource::DigitAddition;
  expect_mentions(refusal_of(digits), {"attention.d_model", "12"});

  SweepRequest seeds = request_over("data.scale", 1, 2, 2, 3);
  seeds.scenario.mlp.seed = (std::int64_t{1} << 53) - 2;
  expect_mentions(refusal_of(seeds), {"mlp.seed", "9007199254740992"});

  SweepRequest file = request_over("data.scale", 1, 2, 2);
  file.scenario.data.source = DataSource::File;
  file.scenario.data.file = "/nowhere/layer.npz";
  expect_mentions(refusal_of(file), {"/nowhere/layer.npz"});
}

TEST(Sweep, RefusesFactorsBeyondTheMemory) {
  SweepRequest request = request_over("attention.d_key", 1, 128, 2);
  request.scenario.attention.d_model = 128;
  request.scenario.data.sequence_length = 256;
  request.scenario.data.sequences = 64;
  Scenario largest = request.scenario;
  largest.attention.d_key = 128;
  if (estimate_cost(ProblemSource().draw(largest)).factor_bytes <= memory_limit())
    GTEST_SKIP() << "this machine holds the largest factors";
  expect_mentions(refusal_of(request), {"memory", "d_model"});
}

TEST(Sweep, HoldsTheNormsOfEveryValueAndSeed) {
  const SweepRequest request = request_over("data.scale", 0.5, 2, 3, 2);
  const SweepResult result = sweep(request, {}, {});
  ASSERT_EQ(result.values, (std::vector<double>{0.5, 1, 2}));
  for (Index value = 0; value < 3; ++value) {
    for (Index seed = 0; seed < 2; ++seed) {
      Scenario scenario = request.scenario;
      scenario.data.scale = result.values[static_cast<std::size_t>(value)];
      scenario.data.seed += seed;
      scenario.attention.seed += seed;
      scenario.mlp.seed += seed;
      const Problem problem = ProblemSource().draw(scenario);
      const BlockNorms expected[] = {block_norms(attention_curvature(problem)),
                                     block_norms(mlp_curvature(problem))};
      for (const Model model : kModels) {
        const Matrix& blocks = expected[static_cast<int>(model)].of(Part::Functional);
        for (Index row = 0; row < blocks.rows(); ++row)
          for (Index column = 0; column < blocks.cols(); ++column)
            EXPECT_EQ(result.norm(value, seed, model, Part::Functional, row, column),
                      blocks(row, column));
      }
    }
  }
  EXPECT_NE(result.norm(0, 0, Model::Mlp, Part::Total, 0, 0),
            result.norm(0, 1, Model::Mlp, Part::Total, 0, 0));
}

TEST(Sweep, FollowsAFieldThatChangesTheLayout) {
  const SweepResult result = sweep(request_over("mlp.depth", 1, 3, 3), {}, {});
  EXPECT_EQ(result.block_names[0], (std::vector<std::string>{"W_Q", "W_K", "W_V"}));
  EXPECT_EQ(result.block_names[1], (std::vector<std::string>{"W_1", "W_2", "W_3"}));
  EXPECT_TRUE(std::isnan(result.norm(0, 0, Model::Mlp, Part::Total, 1, 1)));
  EXPECT_GT(result.norm(1, 0, Model::Mlp, Part::Total, 1, 1), 0);
  const Slope fit = result.slope(Model::Mlp, Part::Total, 1, 1);
  EXPECT_EQ(fit.used, 2);
  EXPECT_EQ(fit.left_out, 1);
  EXPECT_EQ(fit.first, 2);
}

TEST(Sweep, NamesTheLossOfBothEnds) {
  const SweepResult fixed = sweep(request_over("data.scale", 1, 2, 2), {}, {});
  EXPECT_EQ(fixed.loss_formula.find(" at "), std::string::npos);
  const SweepResult moving = sweep(request_over("attention.d_model", 2, 4, 2), {}, {});
  expect_mentions(moving.loss_formula, {"at attention.d_model = 2;", "at 4"});
}

TEST(Sweep, ReportsProgressToTheEnd) {
  std::vector<double> shares;
  sweep(request_over("data.scale", 1, 2, 3, 2), [&](double share) { shares.push_back(share); }, {});
  ASSERT_EQ(shares.size(), 12U);
  for (std::size_t i = 0; i < shares.size(); ++i)
    EXPECT_NEAR(shares[i], static_cast<double>(i + 1) / 12, 1e-15);
}

TEST(Sweep, StopsBetweenModels) {
  std::stop_source source;
  int steps = 0;
  const auto stop_at_third = [&](double) {
    if (++steps == 3) source.request_stop();
  };
  EXPECT_THROW(sweep(request_over("data.scale", 1, 2, 50), stop_at_third, source.get_token()),
               Interrupted);
  EXPECT_EQ(steps, 3);
}

}  // namespace
}  // namespace hessianscope
