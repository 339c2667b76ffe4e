#include "core/spectrum/histogram.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

#include "core/error.h"
#include "tests/core/spectrum/symmetric_matrices.h"

namespace hessianscope {
namespace {

// Both signs over many decades, with exact zeros in between.
Spectrum wide_spectrum() {
  Vector eigenvalues = Vector::Zero(300);
  const Vector numbers = random_vector(200, 31);
  for (Index i = 0; i < numbers.size(); ++i)
    eigenvalues[i] = std::copysign(std::pow(10.0, -8 * std::abs(numbers[i])), numbers[i]);
  return spectrum_of(std::move(eigenvalues));
}

TEST(SignedLogAxis, ForwardAndInverseAgree) {
  for (const double threshold : {1e-12, 1.0, 1e7}) {
    const SignedLogAxis axis{threshold};
    EXPECT_EQ(axis.forward(0), 0);
    EXPECT_EQ(axis.inverse(0), 0);
    EXPECT_NEAR(axis.forward(threshold), std::log10(2.0), 1e-15);
    EXPECT_NEAR(axis.forward(99 * threshold), 2, 1e-15);
    for (const double x : {1e-15, 3e-7, 0.5, 1.0, 2e3, 1e15}) {
      EXPECT_NEAR(axis.inverse(axis.forward(x)), x, 1e-13 * x);
      EXPECT_EQ(axis.forward(-x), -axis.forward(x));
      EXPECT_EQ(axis.inverse(-axis.forward(x)), -axis.inverse(axis.forward(x)));
    }
  }
}

TEST(SignedLogAxis, ReachesTheEndsOfDouble) {
  const SignedLogAxis axis{1e-300};
  EXPECT_NEAR(axis.forward(1e300), 600, 1e-10);
  EXPECT_NEAR(axis.inverse(600) / 1e300, 1, 1e-10);
}

TEST(AxisFor, ThresholdIsThePowerOfTenBelowTheSmallest) {
  const Spectrum one = spectrum_of(Vector{{-3e-4, 0, 2}});
  const Spectrum other = spectrum_of(Vector{{5e-6, 70}});
  EXPECT_DOUBLE_EQ(axis_for({&one}).threshold, 1e-4);
  EXPECT_DOUBLE_EQ(axis_for({&one, &other}).threshold, 1e-6);
}

TEST(AxisFor, ReachesTwelveDecadesAtMost) {
  const Spectrum spectrum = spectrum_of(Vector{{1e-14, 5}});
  ASSERT_EQ(spectrum.zero, 0);
  EXPECT_DOUBLE_EQ(axis_for({&spectrum}).threshold, 1e-12);
}

TEST(AxisFor, SurvivesDegenerateSpectra) {
  const Spectrum zero = spectrum_of(Vector::Zero(48));
  const Spectrum none = spectrum_of(Vector());
  const Spectrum single = spectrum_of(Vector{{-0.02}});
  const Spectrum tiny = spectrum_of(Vector{{1e-310}});
  const Spectrum huge = spectrum_of(Vector{{-1e308}});
  EXPECT_EQ(axis_for({}).threshold, 1);
  EXPECT_EQ(axis_for({&zero, &none}).threshold, 1);
  EXPECT_DOUBLE_EQ(axis_for({&single}).threshold, 0.01);
  for (const Spectrum* spectrum : {&zero, &none, &single, &tiny, &huge}) {
    const SignedLogAxis axis = axis_for({spectrum});
    EXPECT_GT(axis.threshold, 0);
    const AxisRange range = axis_range({spectrum}, axis);
    EXPECT_LT(range.low, range.high);
    EXPECT_TRUE(std::isfinite(range.high - range.low));
    const Histogram histogram = bin(*spectrum, axis, range.low, range.high, 20);
    EXPECT_EQ(histogram.total(), spectrum->eigenvalues.size());
    EXPECT_EQ(histogram.below + histogram.above, 0);
    EXPECT_EQ(histogram.zeros, spectrum->zero);
  }
  EXPECT_EQ(axis_range({&zero}, {}), AxisRange{});
}

TEST(AxisRange, HoldsEveryEigenvalueAndZero) {
  const Spectrum negative = spectrum_of(Vector{{-5, -0.3}});
  const SignedLogAxis axis = axis_for({&negative});
  const AxisRange range = axis_range({&negative}, axis);
  EXPECT_LT(range.low, axis.forward(-5));
  EXPECT_GT(range.high, 0);
  const Spectrum spectrum = wide_spectrum();
  const AxisRange both = axis_range({&negative, &spectrum}, axis);
  EXPECT_LE(both.low, axis.forward(-5));
  EXPECT_GE(both.high, axis.forward(spectrum.maximum()));
}

TEST(Bin, MatchesCountingByHand) {
  // Threshold 1: 9 -> 1, 99 -> 2, 999 -> 3.
  const Spectrum spectrum = spectrum_of(Vector{{-100, -9, 0, 0, 0.5, 9, 98, 99, 999, 5000}});
  const Histogram histogram = bin(spectrum, SignedLogAxis{1}, -1.5, 3, 9);
  EXPECT_EQ(histogram.low, -1.5);
  EXPECT_EQ(histogram.high, 3);
  EXPECT_EQ(histogram.bin_width(), 0.5);
  EXPECT_EQ(histogram.counts, (std::vector<Index>{0, 1, 0, 1, 0, 1, 1, 1, 1}));
  EXPECT_EQ(histogram.zeros, 2);
  EXPECT_EQ(histogram.below, 1);
  EXPECT_EQ(histogram.above, 1);
}

TEST(Bin, CountsSumToParametersUnderEveryZoom) {
  const Spectrum spectrum = wide_spectrum();
  const SignedLogAxis axis = axis_for({&spectrum});
  std::mt19937_64 generator(41);
  std::uniform_real_distribution<double> place(-12, 12);
  for (int zoom = 0; zoom < 500; ++zoom) {
    const auto [low, high] = std::minmax({place(generator), place(generator)});
    const Index bins = 1 + static_cast<Index>(generator() % 300);
    const Histogram histogram = bin(spectrum, axis, low, high, bins);
    EXPECT_EQ(histogram.total(), 300);
    EXPECT_EQ(histogram.zeros, spectrum.zero);
    EXPECT_LE(histogram.low, low);
    EXPECT_GE(histogram.high, high);

    // Every bin by its edges, the slow way; none has zero inside.
    const Index shown = static_cast<Index>(histogram.counts.size());
    EXPECT_EQ(histogram.edge(0), histogram.low);
    EXPECT_EQ(histogram.edge(shown), histogram.high);
    for (Index i = 0; i < shown; ++i) {
      const double left = histogram.edge(i), right = histogram.edge(i + 1);
      EXPECT_LT(left, right);
      EXPECT_FALSE(left < 0 && right > 0) << left << " " << right;
      Index inside = 0;
      for (const double value : spectrum.eigenvalues) {
        const double u = axis.forward(value);
        const bool fits = left <= u && (u < right || (i + 1 == shown && u == right));
        inside += !spectrum.counts_as_zero(value) && fits;
      }
      EXPECT_EQ(histogram.counts[static_cast<std::size_t>(i)], inside);
    }
  }
}

TEST(Bin, ZeroIsAnEdgeEvenForOneBin) {
  const Spectrum spectrum = spectrum_of(Vector{{-1, 0, 2, 3}});
  const Histogram histogram = bin(spectrum, SignedLogAxis{1}, -2, 1, 1);
  EXPECT_EQ(histogram.counts, (std::vector<Index>{1, 2}));
  EXPECT_EQ(histogram.edge(1), 0);
}

TEST(Bin, RefusesMisuse) {
  const Spectrum spectrum = spectrum_of(Vector{{1, 2}});
  const double nan = std::nan("");
  EXPECT_THROW(bin(spectrum, {}, 0, 1, 0), Error);
  EXPECT_THROW(bin(spectrum, {}, 1, 1, 5), Error);
  EXPECT_THROW(bin(spectrum, {}, 2, 1, 5), Error);
  EXPECT_THROW(bin(spectrum, {}, nan, 1, 5), Error);
  EXPECT_THROW(bin(spectrum, {}, 0, INFINITY, 5), Error);
}

}  // namespace
}  // namespace hessianscope
