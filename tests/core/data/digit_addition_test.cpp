#include "core/data/digit_addition.h"

#include <gtest/gtest.h>

#include <set>

#include "core/data/draw.h"

namespace hessianscope {
namespace {

using Tokens = std::array<std::uint32_t, kSumTokens>;

std::uint32_t number_at(const Tokens& tokens, std::size_t begin, std::size_t digits) {
  std::uint32_t number = 0;
  for (std::size_t i = begin; i < begin + digits; ++i) {
    EXPECT_LT(tokens[i], 10u);
    number = 10 * number + tokens[i];
  }
  return number;
}

Scenario digit_scenario() {
  Scenario scenario;
  scenario.data.source = DataSource::DigitAddition;
  scenario.data.sequences = 3;
  scenario.data.sequence_length = 5;  // of no effect
  scenario.attention.d_model = 14;
  return scenario;
}

TEST(DigitAddition, EverySequenceIsARightSum) {
  std::set<std::uint32_t> operands;
  bool carried = false;
  for (std::uint32_t n = 0; n < 500; ++n) {
    const Tokens tokens = sum_tokens(1, n);
    EXPECT_EQ(tokens[5], 10u);
    EXPECT_EQ(tokens[11], 11u);
    const std::uint32_t a = number_at(tokens, 0, 5), b = number_at(tokens, 6, 5);
    const std::uint32_t sum = number_at(tokens, 12, 6);
    EXPECT_EQ(a + b, sum);
    carried |= sum >= 100000;
    operands.insert(a);
    operands.insert(b);
  }
  EXPECT_GT(operands.size(), 980u) << "1000 uniform operands of 100000 seldom coincide";
  EXPECT_TRUE(carried);
  EXPECT_NE(sum_tokens(1, 0), sum_tokens(2, 0));
}

TEST(DigitAddition, TokensAreSumsOfTwoEmbeddings) {
  const Problem problem = ProblemSource().draw(digit_scenario());
  ASSERT_EQ(problem.length, 18);
  ASSERT_EQ(problem.X.rows(), 54);
  // Tokens of equal symbols differ by the difference of their positions alone.
  const auto symbol = [](Index n, Index i) {
    return sum_tokens(1, static_cast<std::uint32_t>(n))[static_cast<std::size_t>(i)];
  };
  int compared = 0;
  for (Index i = 0; i < 18; ++i) {
    for (Index j = 0; j < 18; ++j) {
      for (Index n = 1; n < 3; ++n) {
        if (symbol(0, i) != symbol(0, j) || symbol(n, i) != symbol(n, j)) continue;
        const auto difference = problem.X.row(i) - problem.X.row(j);
        const auto other = problem.X.row(18 * n + i) - problem.X.row(18 * n + j);
        EXPECT_LT((difference - other).norm(), 1e-14 * (1 + problem.X.row(i).norm()));
        compared += i != j && symbol(0, i) != symbol(n, i);
      }
    }
  }
  EXPECT_GT(compared, 0);
  // Two embeddings of unit variance: entries of variance two.
  const double mean_square = problem.X.squaredNorm() / static_cast<double>(problem.X.size());
  EXPECT_NEAR(mean_square, 2, 0.6);
}

TEST(DigitAddition, SixPositionsPredictTheAnswer) {
  Scenario scenario = digit_scenario();
  scenario.loss = LossKind::CrossEntropy;
  const Problem problem = ProblemSource().draw(scenario);
  EXPECT_NEAR(problem.token_weights.sum(), 1, 1e-15);
  for (Index n = 0; n < 3; ++n) {
    const Tokens tokens = sum_tokens(1, static_cast<std::uint32_t>(n));
    for (Index i = 0; i < 18; ++i) {
      const auto row = static_cast<std::size_t>(18 * n + i);
      const bool answers = i >= 11 && i <= 16;
      EXPECT_EQ(problem.token_weights[18 * n + i], answers ? 1.0 / 18 : 0.0);
      EXPECT_EQ(problem.labels[row], answers ? Index{tokens[static_cast<std::size_t>(i) + 1]} : 0);
    }
  }
}

TEST(DigitAddition, TargetsAreOneHotAndPadded) {
  Scenario scenario = digit_scenario();
  const Problem problem = ProblemSource().draw(scenario);
  ASSERT_EQ(problem.Y.cols(), 14);
  for (Index row = 0; row < 54; ++row) {
    const Index i = row % 18;
    const auto tokens = sum_tokens(1, static_cast<std::uint32_t>(row / 18));
    Vector expected = Vector::Zero(14);
    if (i >= 11 && i <= 16) expected[tokens[static_cast<std::size_t>(i) + 1]] = 1;
    EXPECT_EQ(problem.Y.row(row).transpose(), expected);
  }
  scenario.data.scale = 0.25;
  EXPECT_EQ(ProblemSource().draw(scenario).X, 0.25 * problem.X);
  EXPECT_EQ(ProblemSource().draw(scenario).Y, problem.Y);
}

TEST(DigitAddition, MoreSequencesAndWiderModelsKeepWhatWasThere) {
  const Problem fewer = ProblemSource().draw(digit_scenario());
  Scenario scenario = digit_scenario();
  scenario.data.sequences = 5;
  scenario.attention.d_model = 20;
  const Problem more = ProblemSource().draw(scenario);
  EXPECT_EQ(more.X.topLeftCorner(54, 14), fewer.X);
}

}  // namespace
}  // namespace hessianscope
