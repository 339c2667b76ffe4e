#include "core/data/problem.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "core/data/draw.h"

namespace hessianscope {
namespace {

TEST(ParameterCount, OfAttention) {
  EXPECT_EQ(attention_parameter_count(16, 16, 16, QueryKeyForm::Separate), 768);
  EXPECT_EQ(attention_parameter_count(5, 3, 2, QueryKeyForm::Separate), 5 * 3 * 2 + 5 * 2);
  EXPECT_EQ(attention_parameter_count(5, 3, 2, QueryKeyForm::Merged), 25 + 10);
}

TEST(ParameterCount, OfAnMlp) {
  EXPECT_EQ(mlp_parameter_count(5, 3, 1, 99), 15);
  EXPECT_EQ(mlp_parameter_count(5, 3, 2, 7), 35 + 21);
  EXPECT_EQ(mlp_parameter_count(5, 3, 4, 7), 35 + 49 + 49 + 21);
}

// Against every width in turn, the smaller of two equally near.
TEST(MatchedMlpWidth, IsTheNearestOfAll) {
  int ties = 0;
  for (Index depth = 2; depth <= 6; ++depth) {
    for (Index d_model = 1; d_model <= 9; ++d_model) {
      for (Index d_out = 1; d_out <= 4; ++d_out) {
        for (Index parameters = 1; parameters <= 160; parameters += 3) {
          Index best = 1;
          const auto distance = [&](Index width) {
            return std::abs(mlp_parameter_count(d_model, d_out, depth, width) - parameters);
          };
          for (Index width = 2; width <= 200; ++width) {
            if (distance(width) < distance(best)) best = width;
            ties += distance(width) == distance(best) && width == best + 1;
          }
          EXPECT_EQ(matched_mlp_width(d_model, d_out, depth, parameters), best);
        }
      }
    }
  }
  EXPECT_GT(ties, 10) << "no two widths were equally near: the tie rule went untested";
  EXPECT_EQ(matched_mlp_width(16, 16, 1, 768), 0);
  EXPECT_EQ(matched_mlp_width(16, 16, 2, 768), 24);
}

TEST(LossFormula, SaysLossAndWeights) {
  Scenario scenario;
  scenario.data.sequences = 2;
  ProblemSource source;
  EXPECT_EQ(loss_formula(source.draw(scenario)), "ℒ = Σᵢ wᵢ ‖Fᵢ − Yᵢ‖² / 16, wᵢ = 1/(N L) = 1/32");
  scenario.loss = LossKind::CrossEntropy;
  scenario.data.source = DataSource::DigitAddition;
  EXPECT_EQ(loss_formula(source.draw(scenario)),
            "ℒ = Σᵢ wᵢ (−log softmax(Fᵢ)[labelᵢ]), wᵢ = 1/(6N) = 1/12 on the six positions of each "
            "sequence that predict the answer, 0 elsewhere");
  Problem other = source.draw(Scenario{});
  other.token_weights[0] *= 2;
  EXPECT_NE(loss_formula(other).find("as the file gives them"), std::string::npos);
}

TEST(Problem, MaskSaysWhoSeesWhom) {
  Problem problem;
  EXPECT_TRUE(problem.sees(0, 5));
  problem.mask = AttentionMask::Causal;
  EXPECT_TRUE(problem.sees(5, 5) && problem.sees(5, 0));
  EXPECT_FALSE(problem.sees(0, 5));
}

}  // namespace
}  // namespace hessianscope
