// Loss, gradient and each part of the Hessian against automatic differentiation, for every kernel,
// mask, loss, parametrisation and norm, with all dimensions different.
#include <gtest/gtest.h>

#include <tuple>

#include "core/attention/attention_curvature.h"
#include "tests/core/oracle/attention_oracle.h"
#include "tests/core/oracle/comparison.h"
#include "tests/core/oracle/random_problem.h"

namespace hessianscope {
namespace {

constexpr double kTolerance = 1e-12;

using Case = std::tuple<AttentionKernel, AttentionMask, LossKind, QueryKeyForm, Normalization>;

class AttentionDerivatives : public testing::TestWithParam<Case> {
 protected:
  static oracle::ProblemSpec spec() {
    oracle::ProblemSpec spec{.sequences = 2, .length = 4, .d_model = 5, .d_key = 3, .d_out = 6};
    std::tie(spec.kernel, spec.mask, spec.loss, spec.query_key, spec.normalization) = GetParam();
    spec.temperature = 0.8;
    return spec;
  }
};

TEST_P(AttentionDerivatives, MatchAutomaticDifferentiation) {
  const Problem problem = oracle::random_problem(spec());
  const oracle::AttentionModel model(problem);
  const oracle::Derivatives expected = oracle::differentiate(problem, model, model.parameters());
  const Curvature curvature = attention_curvature(problem);

  ASSERT_EQ(curvature.parameters(), expected.gradient.size());
  EXPECT_NEAR(curvature.loss(), expected.loss, kTolerance * expected.loss);
  EXPECT_LT((curvature.gradient() - expected.gradient).norm(),
            kTolerance * expected.gradient.norm());
  for (const Part part : {Part::Outer, Part::Functional, Part::Total}) {
    const auto by_entry = oracle::worst_block(curvature.layout(), oracle::entries(curvature, part),
                                              expected.of(part));
    EXPECT_LT(by_entry.relative, kTolerance) << by_entry.block << " entry by entry";
    const auto dense = oracle::worst_block(curvature.layout(), oracle::assembled(curvature, part),
                                           expected.of(part));
    EXPECT_LT(dense.relative, kTolerance) << dense.block << " assembled";
  }
}

// Also with more keys than parameters per key, where no dimension hides another.
TEST_P(AttentionDerivatives, MatchWithKeysWiderThanTheModel) {
  oracle::ProblemSpec wide = spec();
  wide.sequences = 1;
  wide.length = 6;
  wide.d_model = 3;
  wide.d_key = 5;
  wide.d_out = 2;
  const Problem problem = oracle::random_problem(wide);
  const oracle::AttentionModel model(problem);
  const oracle::Derivatives expected = oracle::differentiate(problem, model, model.parameters());
  const Curvature curvature = attention_curvature(problem);
  for (const Part part : {Part::Outer, Part::Functional, Part::Total}) {
    const auto worst = oracle::worst_block(curvature.layout(), oracle::assembled(curvature, part),
                                           expected.of(part));
    EXPECT_LT(worst.relative, kTolerance) << worst.block;
  }
}

std::string name_of(const testing::TestParamInfo<Case>& info) {
  const auto [kernel, mask, loss, query_key, normalization] = info.param;
  const char* kernels[] = {"Softmax", "Linear", "Sigmoid"};
  return std::string(kernels[static_cast<int>(kernel)]) +
         (mask == AttentionMask::Causal ? "Causal" : "") +
         (loss == LossKind::Mse ? "Mse" : "CrossEntropy") +
         (query_key == QueryKeyForm::Merged ? "Merged" : "Separate") +
         (normalization == Normalization::PreLn ? "PreLn" : "");
}

INSTANTIATE_TEST_SUITE_P(
    Every, AttentionDerivatives,
    testing::Combine(testing::Values(AttentionKernel::Softmax, AttentionKernel::Linear,
                                     AttentionKernel::Sigmoid),
                     testing::Values(AttentionMask::None, AttentionMask::Causal),
                     testing::Values(LossKind::Mse, LossKind::CrossEntropy),
                     testing::Values(QueryKeyForm::Separate, QueryKeyForm::Merged),
                     testing::Values(Normalization::None, Normalization::PreLn)),
    name_of);

}  // namespace
}  // namespace hessianscope
