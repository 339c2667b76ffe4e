// The moments of one token against automatic differentiation of its attention output.
#include "core/attention/attention_moments.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "core/attention/attention_forward.h"
#include "tests/core/oracle/hyper_dual.h"
#include "tests/core/oracle/random_problem.h"

namespace hessianscope {
namespace {

using oracle::HyperDual;

struct Moments {
  Vector first;
  Matrix second, third;
};

Moments moments(AttentionKernel kernel, const Matrix& seen, const Vector& kappa, const Vector& v) {
  const Index d = seen.cols();
  const Vector scores = seen * kappa;
  Vector attention(scores.size());
  attend(kernel, scores, attention);
  Moments result{seen.transpose() * attention, Matrix(d, d), Matrix::Zero(d, d)};
  AttentionResponse response;
  respond(kernel, seen, scores, attention, result.first, response);
  second_moment(response, 1.0, result.second);
  if (bends(kernel)) third_moment(response, v, 1.0, result.third);
  return result;
}

// m(kappa) from the definition.
std::vector<HyperDual> attended(AttentionKernel kernel, const Matrix& seen,
                                const std::vector<HyperDual>& kappa) {
  std::vector<HyperDual> m(kappa.size());
  HyperDual sum = 0;
  for (Index j = 0; j < seen.rows(); ++j) {
    HyperDual weight = 0;
    for (Index p = 0; p < seen.cols(); ++p)
      weight += kappa[static_cast<std::size_t>(p)] * seen(j, p);
    if (kernel == AttentionKernel::Softmax) weight = exp(weight);
    if (kernel == AttentionKernel::Sigmoid) weight = HyperDual(1) / (HyperDual(1) + exp(-weight));
    sum += weight;
    for (Index p = 0; p < seen.cols(); ++p) m[static_cast<std::size_t>(p)] += weight * seen(j, p);
  }
  if (kernel == AttentionKernel::Softmax)
    for (HyperDual& entry : m) entry = entry / sum;
  return m;
}

Moments by_differentiation(AttentionKernel kernel, const Matrix& seen, const Vector& kappa,
                           const Vector& v) {
  const Index d = seen.cols();
  Moments result{Vector(d), Matrix(d, d), Matrix(d, d)};
  for (Index a = 0; a < d; ++a)
    for (Index b = 0; b < d; ++b) {
      std::vector<HyperDual> seeded(kappa.begin(), kappa.end());
      seeded[static_cast<std::size_t>(a)].e1 = 1;
      seeded[static_cast<std::size_t>(b)].e2 = 1;
      const std::vector<HyperDual> m = attended(kernel, seen, seeded);
      HyperDual along = 0;
      for (Index p = 0; p < d; ++p) {
        along += m[static_cast<std::size_t>(p)] * v(p);
        result.first(p) = m[static_cast<std::size_t>(p)].value;
        result.second(p, a) = m[static_cast<std::size_t>(p)].e1;
      }
      result.third(a, b) = along.e12;
    }
  return result;
}

class AttentionMomentsOf : public testing::TestWithParam<AttentionKernel> {};

TEST_P(AttentionMomentsOf, AreTheDerivativesOfTheAttendedToken) {
  for (const Index count : {1, 2, 7}) {
    oracle::TestNumbers numbers(static_cast<std::uint64_t>(count));
    const Matrix seen = numbers.normals(count, 4, 1.0);
    const Vector kappa = numbers.normals(4, 1, 1.0), v = numbers.normals(4, 1, 1.0);
    const Moments fast = moments(GetParam(), seen, kappa, v);
    const Moments slow = by_differentiation(GetParam(), seen, kappa, v);
    // Of one key softmax has no response, which automatic differentiation sees as rounding.
    const double floor = seen.squaredNorm();
    EXPECT_LT((fast.first - slow.first).norm(), 1e-14 * slow.first.norm());
    EXPECT_LT((fast.second - slow.second).norm(), 1e-14 * floor);
    EXPECT_LT((fast.third - slow.third).norm(), 1e-14 * floor * v.norm() * seen.norm());
  }
}

INSTANTIATE_TEST_SUITE_P(EveryKernel, AttentionMomentsOf,
                         testing::Values(AttentionKernel::Softmax, AttentionKernel::Linear,
                                         AttentionKernel::Sigmoid));

TEST(AttentionMoments, OneKeyLeavesSoftmaxNoFreedom) {
  const Matrix seen = oracle::TestNumbers(3).normals(1, 4, 1e3);
  const Moments result = moments(AttentionKernel::Softmax, seen, Vector::Ones(4), Vector::Ones(4));
  EXPECT_EQ(result.first, seen.row(0).transpose());
  EXPECT_TRUE(result.second.isZero(0));
  EXPECT_TRUE(result.third.isZero(0));
}

TEST(AttentionMoments, OneHotSoftmaxHasNoResponse) {
  const Matrix seen = oracle::TestNumbers(4).normals(5, 4, 1.0);
  const Vector kappa = 1e6 * Vector::Ones(4);
  const Moments result = moments(AttentionKernel::Softmax, seen, kappa, Vector::Ones(4));
  Index winner = 0;
  (seen * kappa).maxCoeff(&winner);
  EXPECT_EQ(result.first, seen.row(winner).transpose());
  EXPECT_TRUE(result.second.isZero(0));
  EXPECT_TRUE(result.third.isZero(0));
}

// C and S do not feel a shift of all tokens; sums that are not centred lose it in rounding.
TEST(AttentionMoments, SoftmaxMomentsSurviveACommonOffset) {
  Matrix seen = oracle::TestNumbers(5).normals(6, 3, 1.0);
  seen = (seen * 0x1p20).array().round() * 0x1p-20;  // so that the shift below is exact
  const Vector kappa(Vector::Unit(3, 0)), v(Vector::Ones(3));
  const Moments near = moments(AttentionKernel::Softmax, seen, kappa, v);
  const Matrix shifted = seen.array() + 0x1p20;
  const Moments far = moments(AttentionKernel::Softmax, shifted, kappa, v);
  EXPECT_LT((far.second - near.second).norm(), 1e-12 * near.second.norm());
  EXPECT_LT((far.third - near.third).norm(), 1e-8 * near.third.norm());
}

TEST(AttentionMoments, SaturatedSigmoidKeepsItsSlope) {
  Matrix seen(1, 1);
  seen << 1;
  for (const double score : {40.0, -40.0, 700.0, -700.0}) {
    const Moments result =
        moments(AttentionKernel::Sigmoid, seen, Vector::Constant(1, score), Vector::Ones(1));
    const double slope = std::exp(-std::abs(score));
    EXPECT_NEAR(result.second(0, 0) / slope, 1, 1e-14);
    EXPECT_NEAR(result.third(0, 0) / slope, score > 0 ? -1 : 1, 1e-14);
  }
}

TEST(AttentionForward, TokensSeeTheirOwnSequenceOnly) {
  oracle::ProblemSpec spec{.sequences = 2, .length = 3};
  Problem problem = oracle::random_problem(spec);
  EXPECT_EQ(seen_tokens(problem, 1), problem.tokens.topRows(3));
  EXPECT_EQ(seen_tokens(problem, 5), problem.tokens.bottomRows(3));
  problem.mask = AttentionMask::Causal;
  EXPECT_EQ(seen_tokens(problem, 0), problem.tokens.topRows(1));
  EXPECT_EQ(seen_tokens(problem, 4), problem.tokens.middleRows(3, 2));
}

}  // namespace
}  // namespace hessianscope
