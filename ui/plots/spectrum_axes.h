// The axes of a spectrum plot; what both models share when linked.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "core/spectrum/histogram.h"

namespace hessianscope {

inline constexpr Index kSpectrumBins = 160;

struct SpectrumAxes {
  SignedLogAxis axis;
  double low = -1, high = 1;  // in coordinates of `axis`
  double top = 10;            // end of the count axis, which starts at 0.5
  bool operator==(const SpectrumAxes&) const = default;
};

// Axes that hold the spectra given and the fullest bin of any; `range`, in eigenvalues, restricts
// them. Never fails: without non-zero eigenvalues the axis is -1 .. 1.
SpectrumAxes spectrum_axes(const std::vector<const Spectrum*>& spectra,
                           const std::optional<std::array<double, 2>>& range = {});

}  // namespace hessianscope
