// Where formulas break: one key, no data, attention on one token, huge scales, any thread count.
#include <gtest/gtest.h>
#include <omp.h>

#include <cmath>

#include "core/attention/attention_curvature.h"
#include "core/curvature/block_norms.h"
#include "tests/core/oracle/comparison.h"
#include "tests/core/oracle/random_problem.h"

namespace hessianscope {
namespace {

// Every part is exactly zero but for the outer part of W_V.
void expect_value_curvature_only(const Curvature& curvature) {
  const BlockNorms norms = block_norms(curvature);
  for (Index row = 0; row < 3; ++row)
    for (Index column = 0; column < 3; ++column) {
      EXPECT_EQ(norms.of(Part::Functional)(row, column), 0) << row << column;
      const bool value_block = row == 2 && column == 2;
      EXPECT_EQ(norms.of(Part::Outer)(row, column) > 0, value_block) << row << column;
    }
}

TEST(AttentionEdges, OneTokenHasValueCurvatureOnly) {
  oracle::ProblemSpec spec = oracle::reference_spec();
  spec.length = 1;
  expect_value_curvature_only(attention_curvature(oracle::random_problem(spec)));
}

TEST(AttentionEdges, FirstCausalTokenHasValueCurvatureOnly) {
  oracle::ProblemSpec spec = oracle::reference_spec();
  spec.mask = AttentionMask::Causal;
  Problem problem = oracle::random_problem(spec);
  problem.token_weights.setZero();
  problem.token_weights(0) = 1;
  expect_value_curvature_only(attention_curvature(problem));
}

TEST(AttentionEdges, AttentionOnOneTokenHasValueCurvatureOnly) {
  oracle::ProblemSpec spec = oracle::reference_spec();
  spec.query_scale = 1e3;
  spec.key_scale = 1e3;
  expect_value_curvature_only(attention_curvature(oracle::random_problem(spec)));
}

TEST(AttentionEdges, NoDataHasNoCurvature) {
  for (const auto kernel :
       {AttentionKernel::Softmax, AttentionKernel::Linear, AttentionKernel::Sigmoid})
    for (const auto query_key : {QueryKeyForm::Separate, QueryKeyForm::Merged}) {
      oracle::ProblemSpec spec = oracle::reference_spec();
      spec.kernel = kernel;
      spec.query_key = query_key;
      spec.sigma = 0;
      const Problem problem = oracle::random_problem(spec);
      const Curvature curvature = attention_curvature(problem);
      for (const Part part : {Part::Outer, Part::Functional})
        EXPECT_EQ(block_norms(curvature).whole(part), 0);
      EXPECT_TRUE(curvature.gradient().isZero(0));
      EXPECT_NEAR(curvature.loss(), problem.Y.squaredNorm() / (8 * 4), 1e-14 * curvature.loss());
    }
}

TEST(AttentionEdges, LargeScalesStayFinite) {
  oracle::ProblemSpec spec = oracle::reference_spec();
  spec.length = 32;
  int vanished = 0;
  for (spec.seed = 1; spec.seed <= 20; ++spec.seed) {
    spec.sigma = 50;
    EXPECT_TRUE(
        block_norms(attention_curvature(oracle::random_problem(spec))).of(Part::Total).allFinite());
    spec.sigma = 1000;
    const Matrix norms =
        block_norms(attention_curvature(oracle::random_problem(spec))).of(Part::Total);
    EXPECT_TRUE(norms.allFinite());
    if (norms(0, 0) < 1e-12 * norms(2, 2)) ++vanished;
  }
  EXPECT_GE(vanished, 18);  // near ties keep their curvature
}

TEST(AttentionEdges, EveryKernelAndLossIsFiniteAtTheLargestScales) {
  for (const auto kernel :
       {AttentionKernel::Softmax, AttentionKernel::Linear, AttentionKernel::Sigmoid})
    for (const auto loss : {LossKind::Mse, LossKind::CrossEntropy}) {
      oracle::ProblemSpec spec = oracle::reference_spec();
      spec.kernel = kernel;
      spec.loss = loss;
      spec.sigma = spec.query_scale = spec.key_scale = spec.value_scale = 1e3;
      spec.temperature = 1e-3;
      const Curvature curvature = attention_curvature(oracle::random_problem(spec));
      EXPECT_TRUE(block_norms(curvature).of(Part::Total).allFinite());
      EXPECT_TRUE(std::isfinite(curvature.loss()));
      EXPECT_TRUE(curvature.gradient().allFinite());
    }
}

TEST(AttentionEdges, ConstantTokenUnderLayerNormIsFinite) {
  oracle::ProblemSpec spec = oracle::reference_spec();
  spec.normalization = Normalization::PreLn;
  Problem problem = oracle::random_problem(spec);
  problem.X.row(3).setConstant(2.5);
  problem.tokens = layer_norm(problem.X);
  EXPECT_TRUE(block_norms(attention_curvature(problem)).of(Part::Total).allFinite());
}

TEST(AttentionEdges, LayoutNamesTheWeights) {
  oracle::ProblemSpec spec{.d_model = 5, .d_key = 3, .d_out = 6};
  const BlockLayout separate = attention_layout(oracle::random_problem(spec));
  ASSERT_EQ(separate.count(), 3);
  EXPECT_EQ(separate.describe(0), "W_Q[0,0]");
  EXPECT_EQ(separate.describe(15 + 4), "W_K[1,1]");
  EXPECT_EQ(separate.describe(30 + 29), "W_V[4,5]");
  spec.query_key = QueryKeyForm::Merged;
  const BlockLayout merged = attention_layout(oracle::random_problem(spec));
  ASSERT_EQ(merged.count(), 2);
  EXPECT_EQ(merged.describe(24), "W_QK[4,4]");
  EXPECT_EQ(merged.describe(25), "W_V[0,0]");
}

TEST(AttentionEdges, ThreadsDoNotChangeOneBit) {
  oracle::ProblemSpec spec{.sequences = 2, .length = 24, .d_model = 20, .d_key = 12, .d_out = 16};
  spec.mask = AttentionMask::Causal;
  const Problem problem = oracle::random_problem(spec);
  const int before = omp_get_max_threads();
  omp_set_num_threads(1);
  const Curvature alone = attention_curvature(problem);
  const Matrix expected = oracle::assembled(alone, Part::Total);
  for (const int threads : {2, 8}) {
    omp_set_num_threads(threads);
    const Curvature shared = attention_curvature(problem);
    EXPECT_EQ(shared.loss(), alone.loss());
    EXPECT_EQ(shared.gradient(), alone.gradient());
    EXPECT_EQ(oracle::assembled(shared, Part::Total), expected) << threads << " threads";
  }
  omp_set_num_threads(before);
}

}  // namespace
}  // namespace hessianscope
