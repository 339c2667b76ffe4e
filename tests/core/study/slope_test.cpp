#include "core/study/slope.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "core/error.h"

namespace hessianscope {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

TEST(Slope, FindsTheExponentOfAPowerLaw) {
  for (const double exponent : {-3.0, 0.5, 2.0, 7.0}) {
    std::vector<double> x, y;
    for (int i = 0; i < 9; ++i) {
      x.push_back(1e-3 * std::pow(2, i));
      y.push_back(5e-4 * std::pow(x.back(), exponent));
    }
    const Slope fit = fit_slope(x, y);
    EXPECT_NEAR(fit.slope, exponent, 1e-12);
    EXPECT_NEAR(fit.standard_error, 0, 1e-13);
    EXPECT_NEAR(fit.r_squared, 1, 1e-13);
    EXPECT_EQ(fit.first, x.front());
    EXPECT_EQ(fit.last, x.back());
    EXPECT_EQ(fit.used, 9);
    EXPECT_EQ(fit.left_out, 0);
  }
}

TEST(Slope, GapsAreLeftOutAndCounted) {
  const std::vector<double> x = {0, 1, 2, 4, 8, 16, 32, -1, kNaN, kInfinity, 64};
  const std::vector<double> y = {5, 1, 0, 16, 64, kNaN, kInfinity, 1, 1, 1, -3};
  const Slope fit = fit_slope(x, y);
  EXPECT_NEAR(fit.slope, 2, 1e-14);
  EXPECT_EQ(fit.used, 3);
  EXPECT_EQ(fit.left_out, 8);
  EXPECT_EQ(fit.first, 1);
  EXPECT_EQ(fit.last, 8);
}

TEST(Slope, MatchesTheNormalEquationsUnderNoise) {
  std::mt19937_64 generator(51);
  std::normal_distribution<double> noise(0, 0.3);
  std::vector<double> x, y;
  for (int i = 0; i < 40; ++i) {
    x.push_back(std::pow(10, -2 + 0.1 * (i / 2)));
    y.push_back(3 * std::pow(x.back(), 1.5) * std::exp(noise(generator)));
  }
  // In long double, from raw sums: n, Sx, Sxx, Sy, Sxy, Syy.
  long double sx = 0, sxx = 0, sy = 0, sxy = 0, syy = 0;
  const long double n = static_cast<long double>(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) {
    const long double u = std::log(static_cast<long double>(x[i]));
    const long double v = std::log(static_cast<long double>(y[i]));
    sx += u, sxx += u * u, sy += v, sxy += u * v, syy += v * v;
  }
  const long double spread_x = sxx - sx * sx / n, spread_y = syy - sy * sy / n;
  const long double slope = (sxy - sx * sy / n) / spread_x;
  const long double residual = spread_y - slope * slope * spread_x;

  const Slope fit = fit_slope(x, y);
  EXPECT_NEAR(fit.slope, static_cast<double>(slope), 1e-13);
  EXPECT_NEAR(fit.standard_error, static_cast<double>(std::sqrt(residual / (n - 2) / spread_x)),
              1e-13);
  EXPECT_NEAR(fit.r_squared, static_cast<double>(1 - residual / spread_y), 1e-13);
  EXPECT_NEAR(fit.slope, 1.5, 5 * fit.standard_error);
}

TEST(Slope, SaysNothingWithoutEnoughPoints) {
  const Slope none = fit_slope({}, {});
  EXPECT_TRUE(std::isnan(none.slope));
  EXPECT_TRUE(std::isnan(none.first));
  EXPECT_EQ(none.used, 0);

  const Slope one = fit_slope({2, 2, 3}, {1, 5, 0});
  EXPECT_TRUE(std::isnan(one.slope));
  EXPECT_TRUE(std::isnan(one.r_squared));
  EXPECT_EQ(one.first, 2);
  EXPECT_EQ(one.used, 2);
  EXPECT_EQ(one.left_out, 1);

  const Slope two = fit_slope({1, 10}, {1, 1000});
  EXPECT_NEAR(two.slope, 3, 1e-15);
  EXPECT_TRUE(std::isnan(two.standard_error));
}

TEST(Slope, AConstantHasSlopeZero) {
  const Slope fit = fit_slope({1, 2, 4}, {3, 3, 3});
  EXPECT_EQ(fit.slope, 0);
  EXPECT_EQ(fit.standard_error, 0);
  EXPECT_TRUE(std::isnan(fit.r_squared));
}

TEST(Slope, RefusesUnequalLengths) {
  EXPECT_THROW(fit_slope({1, 2}, {1}), Error);
}

}  // namespace
}  // namespace hessianscope
