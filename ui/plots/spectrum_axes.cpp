#include "ui/plots/spectrum_axes.h"

#include <algorithm>

namespace hessianscope {
namespace {

constexpr double kHeadroom = 4;           // the count axis ends so many times above the fullest bin
constexpr double kNarrowestRange = 1e-6;  // range in axis coordinates

}  // namespace

SpectrumAxes spectrum_axes(const std::vector<const Spectrum*>& spectra,
                           const std::optional<std::array<double, 2>>& range) {
  SpectrumAxes axes;
  axes.axis = axis_for(spectra);
  if (range) {
    axes.low = axes.axis.forward((*range)[0]);
    axes.high = std::max(axes.axis.forward((*range)[1]), axes.low + kNarrowestRange);
  } else {
    const AxisRange all = axis_range(spectra, axes.axis);
    axes.low = all.low;
    axes.high = all.high;
  }
  Index fullest = 0;
  double low = axes.low, high = axes.high;
  for (const Spectrum* spectrum : spectra) {
    const Histogram histogram = bin(*spectrum, axes.axis, axes.low, axes.high, kSpectrumBins);
    low = histogram.low;
    high = histogram.high;
    fullest = std::max(fullest, *std::ranges::max_element(histogram.counts));
  }
  axes.low = low;
  axes.high = high;
  axes.top = std::max(10.0, kHeadroom * static_cast<double>(fullest));
  return axes;
}

}  // namespace hessianscope
