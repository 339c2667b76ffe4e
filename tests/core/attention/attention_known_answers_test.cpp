// What is known about the attention Hessian without computing it.
#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <Eigen/SVD>
#include <cmath>

#include "core/attention/attention_curvature.h"
#include "core/curvature/block_norms.h"
#include "tests/core/oracle/comparison.h"
#include "tests/core/oracle/random_problem.h"

namespace hessianscope {
namespace {

Vector eigenvalues(const Matrix& symmetric) {
  return Eigen::SelfAdjointEigenSolver<Matrix>(symmetric, Eigen::EigenvaluesOnly).eigenvalues();
}

// The part that couples query and key weights, which come first.
Matrix query_key_part(const Curvature& curvature, Part part) {
  const Index size = curvature.layout()[2].offset;
  return oracle::entries(curvature, part).topLeftCorner(size, size);
}

// loss = w_v^2 tanh^2(w_q w_k).
TEST(AttentionKnownAnswers, TwoOppositeTokens) {
  oracle::ProblemSpec spec{.sequences = 1, .length = 2, .d_model = 1, .d_key = 1, .d_out = 1};
  spec.uneven_weights = false;
  Problem problem = oracle::random_problem(spec);
  problem.X << 1, -1;
  problem.tokens = problem.X;
  problem.Y.setZero();
  problem.W_Q << 0.5;
  problem.W_K << 0.5;
  problem.W_V << 2;
  const Curvature curvature = attention_curvature(problem);
  Matrix expected(3, 3);
  expected << 1.54170810063335, 3.38352553590762, 0.920908717637132,  //
      3.38352553590762, 1.54170810063335, 0.920908717637132,          //
      0.920908717637132, 0.920908717637132, 0.119970302387244;
  EXPECT_NEAR(curvature.loss(), 0.239940604774488, 1e-14);
  EXPECT_LT((oracle::entries(curvature, Part::Total) - expected).cwiseAbs().maxCoeff(), 1e-12);
}

TEST(AttentionKnownAnswers, OneTokenHasFourEqualEigenvalues) {
  oracle::ProblemSpec spec{.sequences = 1, .length = 1, .d_model = 4, .d_key = 4, .d_out = 4};
  spec.uneven_weights = false;
  const Problem problem = oracle::random_problem(spec);
  const Vector spectrum = eigenvalues(oracle::entries(attention_curvature(problem), Part::Total));
  const double top = 2.0 / 4 * problem.tokens.squaredNorm();
  ASSERT_EQ(spectrum.size(), 48);
  EXPECT_LT((spectrum.tail(4).array() - top).abs().maxCoeff(), 1e-14 * top);
  EXPECT_LT(spectrum.head(44).cwiseAbs().maxCoeff(), 48 * 0x1p-52 * top);
}

TEST(AttentionKnownAnswers, LinearKernelHasDefiniteDiagonalBlocks) {
  oracle::ProblemSpec spec{.sequences = 1, .length = 8, .d_model = 4, .d_key = 3, .d_out = 5};
  spec.kernel = AttentionKernel::Linear;
  const Curvature curvature = attention_curvature(oracle::random_problem(spec));
  const Matrix total = oracle::entries(curvature, Part::Total);
  for (Index b = 0; b < 3; ++b) {
    const Block& block = curvature.layout()[b];
    const Vector spectrum =
        eigenvalues(total.block(block.offset, block.offset, block.size(), block.size()));
    EXPECT_GE(spectrum.minCoeff(), -1e-14 * spectrum.maxCoeff()) << block.name;
    EXPECT_TRUE(curvature.factors(Part::Functional, b, b).zero()) << block.name;
  }
}

TEST(AttentionKnownAnswers, FunctionalValueBlockHasNoFactors) {
  for (const auto kernel :
       {AttentionKernel::Softmax, AttentionKernel::Linear, AttentionKernel::Sigmoid}) {
    oracle::ProblemSpec spec;
    spec.kernel = kernel;
    EXPECT_TRUE(
        attention_curvature(oracle::random_problem(spec)).factors(Part::Functional, 2, 2).zero());
    spec.query_key = QueryKeyForm::Merged;
    EXPECT_TRUE(
        attention_curvature(oracle::random_problem(spec)).factors(Part::Functional, 1, 1).zero());
  }
}

// The linear kernel leaves nothing but [[0, B], [B^T, 0]] (x) I in the functional query-key part.
TEST(AttentionKnownAnswers, ParametrisationAddsPairsOfSingularValues) {
  oracle::ProblemSpec spec{.sequences = 2, .length = 8, .d_model = 5, .d_key = 3, .d_out = 4};
  spec.kernel = AttentionKernel::Linear;
  const Curvature curvature = attention_curvature(oracle::random_problem(spec));
  const Matrix& B = curvature.factors(Part::Functional, 0, 1).identities.front().B;
  const Vector singular = Eigen::JacobiSVD<Eigen::MatrixXd>(B).singularValues();
  const Vector spectrum = eigenvalues(query_key_part(curvature, Part::Functional));
  ASSERT_EQ(spectrum.size(), 2 * 5 * 3);
  for (Index s = 0; s < 5; ++s)
    for (Index copy = 0; copy < 3; ++copy) {
      EXPECT_NEAR(spectrum(29 - 3 * s - copy), singular(s), 1e-14 * singular(0));
      EXPECT_NEAR(spectrum(3 * s + copy), -singular(s), 1e-14 * singular(0));
    }
}

// Query and key weights enter through their product only, so GL(d_key) moves nothing.
TEST(AttentionKnownAnswers, OuterQueryKeyPartHasTheRankOfTheProduct) {
  struct Ranks {
    Index d_key, rank;
  };
  for (const auto& [d_key, rank] : {Ranks{2, 2 * 2 * 5 - 4}, Ranks{7, 5 * 5}}) {
    oracle::ProblemSpec spec{.sequences = 3, .length = 8, .d_model = 5, .d_key = d_key, .d_out = 6};
    const Curvature curvature = attention_curvature(oracle::random_problem(spec));
    const Vector spectrum = eigenvalues(query_key_part(curvature, Part::Outer));
    EXPECT_EQ((spectrum.array() > 1e-12 * spectrum.maxCoeff()).count(), rank) << d_key;
    EXPECT_GT(spectrum.minCoeff(), -1e-14 * spectrum.maxCoeff());
  }
}

// The same function in both forms: dl/dW_Q = dl/dW_QK W_K / sqrt(d_key).
TEST(AttentionKnownAnswers, MergedWeightsAreTheSameFunction) {
  oracle::ProblemSpec spec{.d_model = 5, .d_key = 3, .d_out = 4};
  const Problem separate = oracle::random_problem(spec);
  spec.query_key = QueryKeyForm::Merged;
  const Problem merged = oracle::random_problem(spec);
  const Curvature a = attention_curvature(separate), b = attention_curvature(merged);
  EXPECT_NEAR(a.loss() / b.loss(), 1, 1e-14);
  const Matrix by_product = Eigen::Map<const Matrix>(b.gradient().data(), 5, 5);
  const Matrix by_query = Eigen::Map<const Matrix>(a.gradient().data(), 5, 3);
  const Matrix expected = by_product * separate.W_K / std::sqrt(3.0);
  EXPECT_LT((by_query - expected).norm(), 1e-14 * expected.norm());
}

}  // namespace
}  // namespace hessianscope
