// The oracle against closed forms: whoever vouches must be vouched for.
#include <gtest/gtest.h>

#include "tests/core/oracle/attention_oracle.h"
#include "tests/core/oracle/random_problem.h"

namespace hessianscope::oracle {
namespace {

// x seeded so that e1, e2 and e12 of f(x) are f', f' and f''.
HyperDual variable(double value) {
  return {value, 1, 1, 0};
}

void expect_derivatives(const HyperDual& f, double value, double first, double second) {
  const double tolerance = 1e-14;
  EXPECT_NEAR(f.value, value, tolerance * (1 + std::abs(value)));
  EXPECT_NEAR(f.e1, first, tolerance * (1 + std::abs(first)));
  EXPECT_NEAR(f.e2, first, tolerance * (1 + std::abs(first)));
  EXPECT_NEAR(f.e12, second, tolerance * (1 + std::abs(second)));
}

TEST(HyperDual, ElementaryFunctions) {
  for (const double x : {-1.7, -0.3, 0.4, 2.5}) {
    expect_derivatives(exp(variable(x)), std::exp(x), std::exp(x), std::exp(x));
    const double cosh = std::cosh(x);
    expect_derivatives(tanh(variable(x)), std::tanh(x), 1 / (cosh * cosh),
                       -2 * std::tanh(x) / (cosh * cosh));
    const double gauss = 1.1283791670955126 * std::exp(-x * x);
    expect_derivatives(erf(variable(x)), std::erf(x), gauss, -2 * x * gauss);
    expect_derivatives(relu(variable(x)), std::max(x, 0.0), x > 0 ? 1 : 0, 0);
    expect_derivatives(variable(x) * variable(x) * variable(x), x * x * x, 3 * x * x, 6 * x);
    expect_derivatives(HyperDual(1) / (variable(x) * variable(x)), 1 / (x * x), -2 / (x * x * x),
                       6 / (x * x * x * x));
  }
  expect_derivatives(log(variable(0.4)), std::log(0.4), 1 / 0.4, -1 / 0.16);
  expect_derivatives(relu(variable(0)), 0, 0, 0);
}

TEST(HyperDual, MixedDerivative) {
  // f = x^2 y / (x + y) at (1.5, -0.25): d2f/dx dy = 2 x^3 / (x + y)^3 - ... by the quotient rule.
  const double x = 1.5, y = -0.25, s = x + y;
  const HyperDual X(x, 1, 0, 0), Y(y, 0, 1, 0);
  const HyperDual f = X * X * Y / (X + Y);
  EXPECT_NEAR(f.e1, (2 * x * y * s - x * x * y) / (s * s), 1e-14);
  EXPECT_NEAR(f.e2, x * x * x / (s * s), 1e-14);
  EXPECT_NEAR(f.e12, 3 * x * x / (s * s) - 2 * x * x * x / (s * s * s), 1e-14);
}

// loss = w_v^2 tanh^2(w_q w_k) for two opposite one-dimensional tokens.
TEST(Differentiate, TwoOppositeTokensHaveAClosedForm) {
  ProblemSpec spec{.sequences = 1, .length = 2, .d_model = 1, .d_key = 1, .d_out = 1};
  spec.uneven_weights = false;
  Problem problem = random_problem(spec);
  problem.X << 1, -1;
  problem.Y.setZero();
  problem.W_Q << 0.5;
  problem.W_K << 0.5;
  problem.W_V << 2;
  const AttentionModel model(problem);
  const Derivatives result = differentiate(problem, model, model.parameters());
  Matrix expected(3, 3);
  expected << 1.54170810063335, 3.38352553590762, 0.920908717637132,  //
      3.38352553590762, 1.54170810063335, 0.920908717637132,          //
      0.920908717637132, 0.920908717637132, 0.119970302387244;
  EXPECT_NEAR(result.loss, 0.239940604774488, 1e-14);
  EXPECT_LT((result.total - expected).norm(), 1e-13);
}

TEST(Differentiate, PartsOnTheirOwnAddUpToTheTotal) {
  for (const LossKind loss : {LossKind::Mse, LossKind::CrossEntropy}) {
    ProblemSpec spec;
    spec.loss = loss;
    const Problem problem = random_problem(spec);
    const AttentionModel model(problem);
    const Derivatives result = differentiate(problem, model, model.parameters());
    EXPECT_LT((result.total - result.outer - result.functional).norm(),
              1e-13 * result.total.norm());
    EXPECT_GT(result.functional.norm(), 0.01 * result.total.norm());
  }
}

}  // namespace
}  // namespace hessianscope::oracle
