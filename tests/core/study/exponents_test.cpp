// Exponents as a sweep fits them, against those that theory predicts.
#include <gtest/gtest.h>

#include <cmath>
#include <string>

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

// At small sigma attention is uniform, and averages over the sequence do what averages do.
TEST(Exponents, LengthAtSmallScale) {
  SweepRequest request = small_sweep("data.sequence_length", 16, 256, 5);
  request.seeds = 40;
  request.scenario.data.scale = 0.01;
  const SweepResult result = sweep(request, {}, {});
  struct Case {
    Part part;
    Index row, column;
    double exponent;
  };
  const Case cases[] = {
      {Part::Outer, 2, 2, -1},         // from the start
      {Part::Outer, 0, 0, 0},          // once L >> d_model
      {Part::Functional, 0, 1, -0.5},  // the B term
      {Part::Functional, 0, 2, -0.5}, {Part::Functional, 1, 2, -0.5},
  };
  for (const Case& each : cases) {
    const Slope fit = result.slope(Model::Attention, each.part, each.row, each.column);
    EXPECT_NEAR(fit.slope, each.exponent, 3 * fit.standard_error) << each.row << each.column;
    EXPECT_LT(fit.standard_error, 0.08);
  }
  // Towards 1/L: third moments of few tokens are not yet those of many.
  const Slope query = result.slope(Model::Attention, Part::Functional, 0, 0);
  EXPECT_LT(query.slope, -0.7);
  EXPECT_GT(query.slope, -1.1);
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
