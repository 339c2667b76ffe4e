// The width that makes the MLP's parameter count nearest to attention's.
#include <gtest/gtest.h>

#include <cstdlib>

#include "core/data/problem.h"

namespace hessianscope {
namespace {

// Tries every width.
Index nearest_width(Index d_model, Index d_out, Index depth, Index parameters) {
  Index best = 1;
  const auto distance = [&](Index width) {
    return std::abs(mlp_parameter_count(d_model, d_out, depth, width) - parameters);
  };
  for (Index width = 2; mlp_parameter_count(d_model, d_out, depth, width - 1) <= parameters;
       ++width)
    if (distance(width) < distance(best)) best = width;
  return best;
}

TEST(MlpWidth, CountsEveryWeight) {
  EXPECT_EQ(mlp_parameter_count(16, 16, 1, 0), 16 * 16);
  EXPECT_EQ(mlp_parameter_count(3, 5, 2, 7), 3 * 7 + 7 * 5);
  EXPECT_EQ(mlp_parameter_count(3, 5, 4, 7), 3 * 7 + 7 * 7 + 7 * 7 + 7 * 5);
  EXPECT_EQ(attention_parameter_count(16, 16, 16, QueryKeyForm::Separate), 768);
  EXPECT_EQ(attention_parameter_count(16, 4, 16, QueryKeyForm::Merged), 512);
}

TEST(MlpWidth, DefaultScenarioMatchesExactly) {
  EXPECT_EQ(matched_mlp_width(16, 16, 2, 768), 24);
  EXPECT_EQ(mlp_parameter_count(16, 16, 2, 24), 768);
}

TEST(MlpWidth, IsTheNearestOfAllWidths) {
  for (Index d_model = 1; d_model <= 20; d_model += 3)
    for (Index d_out = 1; d_out <= 20; d_out += 4)
      for (Index depth = 2; depth <= 6; ++depth)
        for (Index parameters = 1; parameters <= 3000; parameters += 17)
          ASSERT_EQ(matched_mlp_width(d_model, d_out, depth, parameters),
                    nearest_width(d_model, d_out, depth, parameters))
              << d_model << ' ' << d_out << ' ' << depth << ' ' << parameters;
}

TEST(MlpWidth, TakesTheSmallerOfTwoEquallyNear) {
  EXPECT_EQ(matched_mlp_width(2, 2, 2, 10), 2);  // counts 8 and 12
}

TEST(MlpWidth, DepthOneHasNone) {
  EXPECT_EQ(matched_mlp_width(16, 16, 1, 768), 0);
}

}  // namespace
}  // namespace hessianscope
