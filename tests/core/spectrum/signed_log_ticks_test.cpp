#include "core/spectrum/signed_log_ticks.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <utility>

#include "core/error.h"

namespace hessianscope {
namespace {

// (mantissa, exponent) of the major ticks.
std::vector<std::pair<double, int>> labels(const SignedLogTicks& ticks) {
  std::vector<std::pair<double, int>> result;
  for (const SignedLogTick& tick : ticks.major) result.emplace_back(tick.mantissa, tick.exponent);
  return result;
}

using Labels = std::vector<std::pair<double, int>>;

TEST(SignedLogTicks, DecadesOnBothSidesOfZero) {
  const SignedLogAxis axis{1e-3};
  const SignedLogTicks ticks = signed_log_ticks(axis, -2.5, 4.5, 10);
  EXPECT_EQ(labels(ticks), (Labels{{-1, -1}, {-1, -2}, {0, 0}, {1, -2}, {1, -1}, {1, 0}, {1, 1}}));
  EXPECT_EQ(ticks.major[2].position, 0);
  EXPECT_NEAR(ticks.major[3].position, std::log10(11.0), 1e-14);
  // Fractions of a decade between them.
  const auto has_minor = [&](double x) {
    return std::any_of(ticks.minor.begin(), ticks.minor.end(), [&](double position) {
      return std::abs(position - axis.forward(x)) < 1e-12;
    });
  };
  EXPECT_TRUE(has_minor(0.3));
  EXPECT_TRUE(has_minor(-0.09));
  EXPECT_FALSE(has_minor(0.1));
}

TEST(SignedLogTicks, WideRangesAreThinnedAlikeOnBothSides) {
  const SignedLogAxis axis{1e-9};
  const SignedLogTicks ticks = signed_log_ticks(axis, -12, 12, 9);
  EXPECT_EQ(labels(ticks), (Labels{{-1, 0}, {-1, -4}, {0, 0}, {1, -4}, {1, 0}}));
  const SignedLogTicks panned = signed_log_ticks(axis, -10, 14, 9);
  EXPECT_EQ(labels(panned), (Labels{{-1, 0}, {-1, -4}, {0, 0}, {1, -4}, {1, 0}, {1, 4}}));
}

TEST(SignedLogTicks, AllZeroDataHasTicks) {
  const SignedLogTicks ticks = signed_log_ticks(SignedLogAxis{}, -1, 1, 7);
  EXPECT_GE(ticks.major.size(), 3U);
  EXPECT_TRUE(std::any_of(ticks.major.begin(), ticks.major.end(),
                          [](const SignedLogTick& tick) { return tick.position == 0; }));
}

TEST(SignedLogTicks, ZoomedInsideADecadeShowsRoundNumbers) {
  const SignedLogAxis axis{1e-6};
  const SignedLogTicks ticks =
      signed_log_ticks(axis, axis.forward(0.0212), axis.forward(0.0251), 6);
  EXPECT_EQ(labels(ticks), (Labels{{2.2, -2}, {2.3, -2}, {2.4, -2}, {2.5, -2}}));
  const SignedLogTicks inside =
      signed_log_ticks(axis, axis.forward(-1.9e-8), axis.forward(3.05e-8), 6);
  EXPECT_EQ(labels(inside), (Labels{{-1, -8}, {0, 0}, {1, -8}, {2, -8}, {3, -8}}));
}

TEST(SignedLogTicks, AreAscendingInsideAndNeverTooMany) {
  std::mt19937_64 generator(43);
  std::uniform_real_distribution<double> middle(-15, 15), logarithm(-6, 2), exponent(-14, 4);
  for (int zoom = 0; zoom < 2000; ++zoom) {
    const SignedLogAxis axis{std::pow(10.0, std::round(exponent(generator)))};
    const double centre = middle(generator), half = std::pow(10.0, logarithm(generator));
    const int most = 3 + static_cast<int>(generator() % 12);
    const SignedLogTicks ticks = signed_log_ticks(axis, centre - half, centre + half, most);
    EXPECT_LE(static_cast<int>(ticks.major.size()), most);
    EXPECT_TRUE(most < 5 || !ticks.major.empty());
    EXPECT_TRUE(std::is_sorted(ticks.minor.begin(), ticks.minor.end()));
    double before = centre - half;
    for (const SignedLogTick& tick : ticks.major) {
      EXPECT_GE(tick.position, before);
      EXPECT_LE(tick.position, centre + half);
      EXPECT_NEAR(tick.position, axis.forward(tick.value()), 1e-12);
      EXPECT_TRUE(tick.mantissa == 0 ||
                  (1 <= std::abs(tick.mantissa) && std::abs(tick.mantissa) < 10));
      before = tick.position;
    }
  }
}

TEST(SignedLogTicks, SurviveExtremeAxes) {
  EXPECT_FALSE(signed_log_ticks(SignedLogAxis{1e-307}, -1, 615, 9).major.empty());
  EXPECT_NO_THROW(signed_log_ticks(SignedLogAxis{1}, 1e4, 1e4 + 1, 9));
  EXPECT_NO_THROW(signed_log_ticks(SignedLogAxis{1}, 10, std::nextafter(10.0, 11), 9));
}

TEST(SignedLogTicks, RefuseMisuse) {
  EXPECT_THROW(signed_log_ticks({}, 1, 1, 7), Error);
  EXPECT_THROW(signed_log_ticks({}, 0, INFINITY, 7), Error);
  EXPECT_THROW(signed_log_ticks({}, -1, 1, 2), Error);
}

}  // namespace
}  // namespace hessianscope
