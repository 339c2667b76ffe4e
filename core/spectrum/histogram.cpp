#include "core/spectrum/histogram.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>

#include "core/error.h"

namespace hessianscope {
namespace {

constexpr int kDecadesBelowLargest = 12;
constexpr double kMargin = 0.04;  // of the span, on either side

// The number of bins on the negative side when zero must be an edge: the one that widens the range
// least. At least one bin lies on either side.
Index bins_below_zero(double low, double high, Index bins) {
  const double ideal = -low / (high - low) * static_cast<double>(bins);
  const Index down = std::clamp<Index>(static_cast<Index>(std::floor(ideal)), 1, bins - 1);
  const Index up = std::min(down + 1, bins - 1);
  const auto width = [&](Index below) {
    return std::max(-low / static_cast<double>(below), high / static_cast<double>(bins - below));
  };
  return width(up) < width(down) ? up : down;
}

}  // namespace

double SignedLogAxis::forward(double x) const {
  const double ratio = std::abs(x) / threshold;
  // The quotient of a huge and a tiny double overflows; the difference of logarithms does not.
  const double u = std::isinf(ratio) ? std::log10(std::abs(x)) - std::log10(threshold)
                                     : std::log1p(ratio) / std::log(10.0);
  return std::copysign(u, x);
}

double SignedLogAxis::inverse(double u) const {
  const double ratio = std::expm1(std::abs(u) * std::log(10.0));
  const double magnitude =
      std::isinf(ratio) ? std::pow(10.0, std::abs(u) + std::log10(threshold)) : threshold * ratio;
  return std::copysign(magnitude, u);
}

SignedLogAxis axis_for(const std::vector<const Spectrum*>& spectra) {
  double smallest = std::numeric_limits<double>::infinity(), largest = 0;
  for (const Spectrum* spectrum : spectra) {
    for (const double value : spectrum->eigenvalues) {
      if (spectrum->counts_as_zero(value)) continue;
      smallest = std::min(smallest, std::abs(value));
      largest = std::max(largest, std::abs(value));
    }
  }
  if (largest == 0) return {};
  const double exponent = std::max(std::floor(std::log10(smallest)),
                                   std::floor(std::log10(largest)) - kDecadesBelowLargest);
  // No decade below the smallest normal double can be told from it.
  return {std::max(std::pow(10.0, exponent), 1e-307)};
}

AxisRange axis_range(const std::vector<const Spectrum*>& spectra, const SignedLogAxis& axis) {
  double low = 0, high = 0;
  for (const Spectrum* spectrum : spectra) {
    for (const double value : {spectrum->minimum(), spectrum->maximum()}) {
      if (spectrum->counts_as_zero(value)) continue;
      low = std::min(low, axis.forward(value));
      high = std::max(high, axis.forward(value));
    }
  }
  if (low == high) return {};
  const double margin = kMargin * (high - low);
  return {low - margin, high + margin};
}

double Histogram::bin_width() const {
  return (high - low) / static_cast<double>(counts.size());
}

double Histogram::edge(Index i) const {
  const Index bins = static_cast<Index>(counts.size());
  const bool around_zero = low < 0 && high > 0;
  const Index start = around_zero ? static_cast<Index>(std::round(-low / bin_width())) : 0;
  const double origin = around_zero ? 0 : low;
  const auto share = [](Index part, Index whole) {
    return static_cast<double>(part) / static_cast<double>(whole);
  };
  // From the origin towards either end, so that zero and both ends are exact.
  if (i < start) return low * share(start - i, start);
  if (i == start) return origin;
  return i == bins ? high : origin + (high - origin) * share(i - start, bins - start);
}

Index Histogram::total() const {
  return std::accumulate(counts.begin(), counts.end(), zeros + below + above);
}

Histogram bin(const Spectrum& spectrum, const SignedLogAxis& axis, double low, double high,
              Index bins) {
  if (bins < 1) throw Error("a histogram needs at least 1 bin, not " + std::to_string(bins));
  if (!(low < high) || !std::isfinite(high - low))
    throw Error("a histogram needs a finite range that rises, low < high");
  if (low < 0 && high > 0) {
    bins = std::max<Index>(bins, 2);
    const Index below_zero = bins_below_zero(low, high, bins);
    const Index above_zero = bins - below_zero;
    const double width =
        std::max(-low / static_cast<double>(below_zero), high / static_cast<double>(above_zero));
    low = std::min(low, -width * static_cast<double>(below_zero));
    high = std::max(high, width * static_cast<double>(above_zero));
  }

  Histogram result{axis, low, high, std::vector<Index>(static_cast<std::size_t>(bins)), 0, 0, 0};
  std::vector<double> edges(static_cast<std::size_t>(bins) + 1);
  for (Index i = 0; i <= bins; ++i) edges[static_cast<std::size_t>(i)] = result.edge(i);
  for (const double value : spectrum.eigenvalues) {
    const double u = axis.forward(value);
    if (spectrum.counts_as_zero(value)) {
      ++result.zeros;
    } else if (u < low) {
      ++result.below;
    } else if (u > high) {
      ++result.above;
    } else {
      const Index next = std::upper_bound(edges.begin(), edges.end(), u) - edges.begin();
      ++result.counts[static_cast<std::size_t>(std::min(next, bins) - 1)];
    }
  }
  return result;
}

}  // namespace hessianscope
