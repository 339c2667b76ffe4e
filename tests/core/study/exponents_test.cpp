// The growth exponents that theory predicts for every block, part, kernel and parametrisation.
#include <gtest/gtest.h>

#include <cmath>
#include <optional>
#include <string>

#include "core/scenario/choice_names.h"
#include "core/study/sweep.h"

namespace hessianscope {
namespace {

SweepRequest small_sweep(const std::string& field, double from, double to, Index points) {
  SweepRequest request{.scenario = {}, .field = field, .from = from, .to = to, .points = points};
  request.scenario.attention.d_model = request.scenario.attention.d_key = 4;
  request.scenario.data.sequence_length = 8;
  return request;
}

TEST(Exponents, OfTheTotalAtSmallScale) {
  const SweepResult result = sweep(small_sweep("data.scale", 1e-3, 1e-2, 5), {}, {});
  const auto slope = [&](Index row, Index column) {
    const Slope fit = result.slope(Model::Attention, Part::Total, row, column);
    EXPECT_EQ(fit.used, 5);
    return fit.slope;
  };
  EXPECT_NEAR(slope(0, 0), 5, 0.1);
  EXPECT_NEAR(slope(1, 1), 5, 0.1);
  EXPECT_NEAR(slope(0, 1), 3, 0.01);
  EXPECT_NEAR(slope(0, 2), 3, 0.01);
  EXPECT_NEAR(slope(1, 2), 3, 0.01);
  EXPECT_NEAR(slope(2, 2), 2, 0.01);
}

using Exponent = std::optional<double>;  // nothing where the part is exactly zero

struct Prediction {
  AttentionKernel kernel;
  QueryKeyForm form;
  // By kind of block pair; `cross` (query with key) does not exist when merged.
  Exponent query_outer, query_functional;
  Exponent cross_outer, cross_functional;
  Exponent value_cross_outer, value_cross_functional;
  Exponent value_outer, value_functional;
};

const Exponent kZero;

const Prediction kPredictions[] = {
    {AttentionKernel::Softmax, QueryKeyForm::Separate, 6, 5, 6, 3, 4, 3, 2, kZero},
    {AttentionKernel::Linear, QueryKeyForm::Separate, 6, kZero, 6, 3, 6, 3, 6, kZero},
    {AttentionKernel::Sigmoid, QueryKeyForm::Separate, 6, 7, 6, 3, 4, 3, 2, kZero},
    {AttentionKernel::Softmax, QueryKeyForm::Merged, 6, 5, kZero, kZero, 4, 3, 2, kZero},
    {AttentionKernel::Linear, QueryKeyForm::Merged, 6, kZero, kZero, kZero, 6, 3, 6, kZero},
};

class ExponentTable : public testing::TestWithParam<Prediction> {};

void expect_exponent(const SweepResult& result, Part part, Index row, Index column,
                     Exponent expected) {
  const Slope fit = result.slope(Model::Attention, part, row, column);
  const std::string place =
      std::string(choice_name(part)) + " " + std::to_string(row) + " " + std::to_string(column);
  if (expected) {
    EXPECT_EQ(fit.left_out, 0) << place;
    EXPECT_NEAR(fit.slope, *expected, 0.02) << place;
  } else {
    EXPECT_EQ(fit.used, 0) << place;
    for (Index value = 0; value < static_cast<Index>(result.values.size()); ++value)
      EXPECT_EQ(result.norm(value, 0, Model::Attention, part, row, column), 0) << place;
  }
}

TEST_P(ExponentTable, HoldsAtSmallScale) {
  const Prediction& predicted = GetParam();
  SweepRequest request = small_sweep("data.scale", 1e-3, 1e-2, 4);
  request.scenario.attention.kernel = predicted.kernel;
  request.scenario.attention.query_key = predicted.form;
  const SweepResult result = sweep(request, {}, {});
  const bool merged = predicted.form == QueryKeyForm::Merged;
  const Index value = merged ? 1 : 2;
  ASSERT_EQ(result.block_names[0].size(), static_cast<std::size_t>(value + 1));
  for (Index block = 0; block < value; ++block) {
    expect_exponent(result, Part::Outer, block, block, predicted.query_outer);
    expect_exponent(result, Part::Functional, block, block, predicted.query_functional);
    expect_exponent(result, Part::Outer, block, value, predicted.value_cross_outer);
    expect_exponent(result, Part::Functional, block, value, predicted.value_cross_functional);
  }
  if (!merged) {
    expect_exponent(result, Part::Outer, 0, 1, predicted.cross_outer);
    expect_exponent(result, Part::Functional, 0, 1, predicted.cross_functional);
  }
  expect_exponent(result, Part::Outer, value, value, predicted.value_outer);
  expect_exponent(result, Part::Functional, value, value, predicted.value_functional);
}

INSTANTIATE_TEST_SUITE_P(Kernels, ExponentTable, testing::ValuesIn(kPredictions),
                         [](const testing::TestParamInfo<Prediction>& tested) {
                           return std::string(choice_name(tested.param.kernel)) + "_" +
                                  std::string(choice_name(tested.param.form));
                         });

TEST(Exponents, ScaledTargetsAddOneToTheFunctionalPart) {
  SweepRequest request = small_sweep("data.scale", 1e-3, 1e-2, 4);
  request.scenario.data.scale_targets = true;
  const SweepResult result = sweep(request, {}, {});
  expect_exponent(result, Part::Functional, 0, 0, 6);
  expect_exponent(result, Part::Functional, 0, 1, 4);
  expect_exponent(result, Part::Functional, 0, 2, 4);
  expect_exponent(result, Part::Outer, 0, 0, 6);
}

// Linear attention is a polynomial of its weights, so its outer part follows powers exactly.
TEST(Exponents, WeightPowersOfLinearAttentionAreExact) {
  struct Case {
    const char* field;
    Index row, column;
    double power;
  };
  const Case cases[] = {
      {"attention.query_scale", 2, 2, 2}, {"attention.key_scale", 2, 2, 2},
      {"attention.value_scale", 2, 2, 0}, {"attention.temperature", 2, 2, -2},
      {"attention.query_scale", 0, 0, 0}, {"attention.key_scale", 0, 0, 2},
      {"attention.value_scale", 0, 0, 2}, {"attention.temperature", 0, 0, -2},
      {"attention.query_scale", 0, 2, 1}, {"attention.key_scale", 0, 2, 2},
      {"attention.value_scale", 0, 2, 1}, {"attention.temperature", 0, 2, -2},
      {"attention.query_scale", 1, 2, 2}, {"attention.key_scale", 1, 2, 1},
  };
  for (const Case& each : cases) {
    SweepRequest request = small_sweep(each.field, 0.1, 10, 4);
    request.scenario.attention.kernel = AttentionKernel::Linear;
    const Slope fit =
        sweep(request, {}, {}).slope(Model::Attention, Part::Outer, each.row, each.column);
    EXPECT_NEAR(fit.slope, each.power, 1e-11) << each.field << each.row << each.column;
  }
}

TEST(Exponents, LinearMlpGrowsWithTheSquareInEveryLayer) {
  SweepRequest request = small_sweep("data.scale", 1e-2, 10, 4);
  request.scenario.mlp.activation = Activation::Identity;
  request.scenario.mlp.depth = 3;
  const SweepResult result = sweep(request, {}, {});
  for (Index layer = 0; layer < 3; ++layer) {
    const Slope fit = result.slope(Model::Mlp, Part::Outer, layer, layer);
    EXPECT_NEAR(fit.slope, 2, 1e-11);
  }
}

TEST(Exponents, ZeroScaleIsAGap) {
  SweepRequest request = small_sweep("attention.temperature", 0.5, 2, 3);
  request.scenario.data.scale = 0;
  const SweepResult result = sweep(request, {}, {});
  for (const Model model : kModels) {
    const Slope fit = result.slope(model, Part::Total, 0, 0);
    EXPECT_TRUE(std::isnan(fit.slope));
    EXPECT_EQ(fit.left_out, 3);
    EXPECT_EQ(result.norm(1, 0, model, Part::Total, 0, 0), 0);
  }
}

}  // namespace
}  // namespace hessianscope
