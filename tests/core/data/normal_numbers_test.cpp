#include "core/data/normal_numbers.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <vector>

namespace hessianscope {
namespace {

std::vector<double> normal_row(const StreamRow& row, std::size_t count) {
  std::vector<double> numbers(count);
  fill_normal(row, numbers);
  return numbers;
}

// The expected numbers come from a Philox4x32-10 and Box-Muller written from their papers in
// another language, and checked there against the known answers of Random123.
TEST(NormalNumbers, AreThoseOfPhiloxAndBoxMuller) {
  const auto expect_row = [](const StreamRow& row, const std::vector<double>& expected) {
    const std::vector<double> drawn = normal_row(row, expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
      EXPECT_NEAR(drawn[i], expected[i], 4e-16 * std::abs(expected[i])) << i;
    }
  };
  expect_row({1, Stream::Tokens, 0, 0},
             {-0.5072315961246213, 0.6512510001357792, -0.6527942023070407, 0.6455495303659249});
  expect_row({9007199254740991, Stream::MlpWeights, 5, 1023},
             {-0.14250576663445746, -2.784327324180787, 0.4620286639454332});
  const std::array<std::uint32_t, 12> digits = {0, 9, 5, 6, 1, 3, 7, 6, 7, 4, 3, 3};
  for (std::uint32_t i = 0; i < digits.size(); ++i) {
    EXPECT_EQ(uniform_integer({7, Stream::Digits, 2, i}, 10), digits[i]);
  }
}

TEST(NormalNumbers, ALongerRowBeginsWithTheShorterOne) {
  const std::vector<double> longest = normal_row({5, Stream::Targets, 1, 2}, 17);
  for (std::size_t count = 0; count < longest.size(); ++count) {
    const std::vector<double> shorter = normal_row({5, Stream::Targets, 1, 2}, count);
    EXPECT_TRUE(std::equal(shorter.begin(), shorter.end(), longest.begin())) << count;
  }
}

TEST(NormalNumbers, HaveTheMomentsOfANormalDistribution) {
  constexpr std::size_t kCount = 1000000;
  const std::vector<double> numbers = normal_row({1, Stream::Tokens, 0, 0}, kCount);
  double mean = 0, variance = 0, skewness = 0, kurtosis = 0;
  for (const double x : numbers) {
    mean += x / kCount;
    variance += x * x / kCount;
    skewness += x * x * x / kCount;
    kurtosis += x * x * x * x / kCount;
  }
  // Five standard errors of each: 1, 2, 15 and 96 are the variances of x, x^2, x^3 and x^4.
  const double error = 5 / std::sqrt(double{kCount});
  EXPECT_NEAR(mean, 0, error);
  EXPECT_NEAR(variance, 1, std::sqrt(2) * error);
  EXPECT_NEAR(skewness, 0, std::sqrt(15) * error);
  EXPECT_NEAR(kurtosis, 3, std::sqrt(96) * error);
}

TEST(NormalNumbers, AreUncorrelatedWithTheirNeighboursInEveryDirection) {
  constexpr std::size_t kCount = 100000;
  const StreamRow base{3, Stream::Tokens, 4, 5};
  const std::vector<double> reference = normal_row(base, kCount + 1);
  const auto expect_uncorrelated = [&](const double* other, const char* what) {
    double correlation = 0;
    for (std::size_t i = 0; i < kCount; ++i) correlation += reference[i] * other[i] / kCount;
    EXPECT_NEAR(correlation, 0, 5 / std::sqrt(double{kCount})) << what;
  };
  expect_uncorrelated(reference.data() + 1, "the next number of the row");
  const std::vector<std::pair<StreamRow, const char*>> neighbours = {
      {{4, Stream::Tokens, 4, 5}, "the next seed"},
      {{3 + (std::int64_t{1} << 32), Stream::Tokens, 4, 5}, "a seed equal in its low half"},
      {{3, Stream::Targets, 4, 5}, "another stream"},
      {{3, Stream::Tokens, 5, 5}, "the next sequence"},
      {{3, Stream::Tokens, 4, 6}, "the next token"},
      {{3, Stream::Tokens, 5, 4}, "sequence and token exchanged"}};
  for (const auto& [row, what] : neighbours) {
    expect_uncorrelated(normal_row(row, kCount).data(), what);
  }
}

TEST(UniformInteger, ReachesEveryValueEquallyOften) {
  constexpr std::uint32_t kBound = 12, kCount = 120000;
  std::array<int, kBound> counts{};
  for (std::uint32_t i = 0; i < kCount; ++i) {
    ++counts.at(uniform_integer({1, Stream::Labels, 0, i}, kBound));
  }
  double chi_squared = 0;
  for (const int count : counts) chi_squared += std::pow(count - 10000.0, 2) / 10000.0;
  EXPECT_LT(chi_squared, 31.3);  // 0.1 % quantile at 11 degrees of freedom
  EXPECT_EQ(uniform_integer({1, Stream::Labels, 0, 0}, 1), 0u);
}

}  // namespace
}  // namespace hessianscope
