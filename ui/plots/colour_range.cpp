#include "ui/plots/colour_range.h"

#include <algorithm>
#include <cmath>

namespace hessianscope {
namespace {

constexpr double kDecades = 12;
constexpr double kLeftOut = 0.01;

// The value below which a share of the finite cells lies, to within one of 1024 bins between
// low and high; cells below `low` count too.
double quantile(const std::vector<const Heatmap*>& heatmaps, double low, double high,
                double share) {
  constexpr int kBins = 1024;
  std::array<Index, kBins> counts{};
  const double scale = kBins / (high - low);
  Index total = 0;
  for (const Heatmap* heatmap : heatmaps) {
    for (const float cell : heatmap->log10_magnitude) {
      if (!std::isfinite(cell)) continue;
      const double place = std::clamp((cell - low) * scale, 0.0, kBins - 1.0);
      ++counts[static_cast<std::size_t>(place)];
      ++total;
    }
  }
  Index passed = 0;
  int bin = 0;
  while (bin < kBins - 1) {
    passed += counts[static_cast<std::size_t>(bin)];
    if (static_cast<double>(passed) > share * static_cast<double>(total)) break;
    ++bin;
  }
  return low + bin / scale;
}

}  // namespace

ColourRange automatic_range(const std::vector<const Heatmap*>& heatmaps, ValueScale values) {
  double largest = 0;
  for (const Heatmap* heatmap : heatmaps) largest = std::max(largest, heatmap->largest);
  if (values == ValueScale::Signed) {
    return largest > 0 ? ColourRange{-largest, largest} : ColourRange{-1, 1};
  }
  if (!(largest > 0)) return {-1, 0};
  const double high = std::log10(largest);
  const double low = quantile(heatmaps, high - kDecades, high, kLeftOut);
  return {std::min(low, high - 1), high};
}

}  // namespace hessianscope
