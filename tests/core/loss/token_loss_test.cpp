#include "core/loss/token_loss.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/core/oracle/differentiate.h"
#include "tests/core/oracle/random_problem.h"

namespace hessianscope {
namespace {

Matrix rows_of(const Matrix& all, const std::vector<Index>& rows) {
  return all(rows, Eigen::all);
}

TEST(TokenLoss, MatchesAutomaticDifferentiation) {
  for (const LossKind kind : {LossKind::Mse, LossKind::CrossEntropy}) {
    oracle::ProblemSpec spec;
    spec.loss = kind;
    const Problem problem = oracle::random_problem(spec);
    const Matrix outputs =
        oracle::TestNumbers(7).normals(problem.tokens.rows(), problem.d_out, 2.0);
    const std::vector<Index> rows = weighted_tokens(problem);
    const TokenLoss loss = token_loss(problem, rows, rows_of(outputs, rows));

    const double expected = oracle::loss_of(problem, oracle::Grid<double>(outputs));
    const oracle::LossDerivatives derivatives = oracle::loss_derivatives(problem, outputs);
    EXPECT_NEAR(loss.value, expected, 1e-14 * expected);
    const Matrix gradient = rows_of(derivatives.gradient, rows);
    const Matrix curvature = rows_of(derivatives.curvature, rows);
    EXPECT_LT((loss.gradient - gradient).norm(), 1e-14 * gradient.norm());
    EXPECT_LT((loss.curvature - curvature).norm(), 1e-14 * curvature.norm());
  }
}

TEST(TokenLoss, LeavesOutTokensWithoutWeight) {
  const Problem problem = oracle::random_problem({.sequences = 2, .length = 4});
  EXPECT_EQ(weighted_tokens(problem), (std::vector<Index>{0, 2, 3, 4, 6, 7}));
}

// With logits of 1e4 the loss of a wrong label is their difference and that of a right one is 0.
TEST(TokenLoss, CrossEntropyOfHugeLogitsIsExact) {
  oracle::ProblemSpec spec{.sequences = 1, .length = 2, .d_out = 3};
  spec.loss = LossKind::CrossEntropy;
  spec.uneven_weights = false;
  Problem problem = oracle::random_problem(spec);
  problem.labels = {0, 1};
  Matrix outputs(2, 3);
  outputs << 1e4, -1e4, 0, 1e4, -1e4, 0;
  const TokenLoss loss = token_loss(problem, {0, 1}, outputs);
  EXPECT_DOUBLE_EQ(loss.value, 0.5 * 2e4);
  Matrix gradient(2, 3);
  gradient << 0, 0, 0, 0.5, -0.5, 0;
  EXPECT_EQ(loss.gradient, gradient);
  EXPECT_TRUE(loss.curvature.isZero(0));
}

TEST(TokenLoss, CertainPredictionKeepsItsDigits) {
  oracle::ProblemSpec spec{.sequences = 1, .length = 1, .d_out = 3};
  spec.loss = LossKind::CrossEntropy;
  Problem problem = oracle::random_problem(spec);
  problem.labels = {1};
  Matrix outputs(1, 3);
  outputs << 0, 50, 1;
  const TokenLoss loss = token_loss(problem, {0}, outputs);
  const double a = std::exp(-50.0), b = std::exp(-49.0);  // p to 1e-21
  Matrix gradient(1, 3), curvature(3, 3);
  gradient << a, -(a + b), b;
  curvature << a, -a, -a * b, -a, a + b, -b, -a * b, -b, b;
  EXPECT_NEAR(loss.value / (a + b), 1, 1e-14);
  EXPECT_LT((loss.gradient - gradient).norm(), 1e-14 * gradient.norm());
  EXPECT_LT((loss.curvature - curvature.reshaped<Eigen::RowMajor>().transpose()).norm(),
            1e-14 * curvature.norm());
}

}  // namespace
}  // namespace hessianscope
