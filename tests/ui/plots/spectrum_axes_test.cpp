#include "ui/plots/spectrum_axes.h"

#include <gtest/gtest.h>

#include <numeric>

namespace hessianscope {
namespace {

Spectrum spectrum_of(std::initializer_list<double> eigenvalues) {
  Vector values(static_cast<Index>(eigenvalues.size()));
  std::copy(eigenvalues.begin(), eigenvalues.end(), values.data());
  return summarize(Part::Total, values, values.sum(), values.norm());
}

TEST(SpectrumAxes, HoldEveryEigenvalueOfAllSpectra) {
  const Spectrum one = spectrum_of({-2, -1e-4, 1e-3, 5});
  const Spectrum two = spectrum_of({-30, 0.1, 1, 70});
  const SpectrumAxes axes = spectrum_axes({&one, &two});
  for (const Spectrum* spectrum : {&one, &two}) {
    const Histogram histogram = bin(*spectrum, axes.axis, axes.low, axes.high, kSpectrumBins);
    EXPECT_EQ(histogram.below + histogram.above, 0);
    EXPECT_EQ(std::accumulate(histogram.counts.begin(), histogram.counts.end(), Index{0}), 4);
  }
  EXPECT_LT(axes.low, axes.axis.forward(-30));
  EXPECT_GT(axes.high, axes.axis.forward(70));
}

TEST(SpectrumAxes, LeaveRoomAboveTheFullestBin) {
  Vector values = Vector::Constant(500, 1.0);
  const Spectrum spectrum = summarize(Part::Total, values, 500, std::sqrt(500.0));
  EXPECT_GT(spectrum_axes({&spectrum}).top, 500);
}

TEST(SpectrumAxes, ARangeOfEigenvaluesRestrictsThem) {
  const Spectrum spectrum = spectrum_of({-2, 1e-3, 0.5, 5});
  const SpectrumAxes axes = spectrum_axes({&spectrum}, std::array{0.1, 1.0});
  EXPECT_NEAR(axes.axis.inverse(axes.low), 0.1, 1e-9);
  EXPECT_NEAR(axes.axis.inverse(axes.high), 1.0, 1e-9);
}

TEST(SpectrumAxes, SurviveNothingZerosAndAnEmptyRange) {
  const SpectrumAxes nothing = spectrum_axes({});
  EXPECT_LT(nothing.low, nothing.high);
  const Spectrum zeros = spectrum_of({0, 0, 0});
  const SpectrumAxes flat = spectrum_axes({&zeros});
  EXPECT_LT(flat.low, 0);
  EXPECT_GT(flat.high, 0);
  const SpectrumAxes narrow = spectrum_axes({&zeros}, std::array{0.5, 0.5});
  EXPECT_LT(narrow.low, narrow.high);
}

}  // namespace
}  // namespace hessianscope
