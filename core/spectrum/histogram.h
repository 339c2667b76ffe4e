// Histogram bins on a signed-log axis: x -> sign(x) log10(1 + |x| / threshold), linear below the
// threshold, logarithmic above, both signs on one axis.
#pragma once

#include <vector>

#include "core/linear_algebra.h"
#include "core/spectrum/exact_spectrum.h"

namespace hessianscope {

struct SignedLogAxis {
  double threshold = 1.0;  // > 0
  double forward(double x) const;
  double inverse(double u) const;
  bool operator==(const SignedLogAxis&) const = default;
};

// An axis that resolves the non-zero eigenvalues of all spectra given: its threshold is a power
// of ten near the smallest of them, at most 12 decades below the largest. Threshold 1 when every
// eigenvalue is zero.
SignedLogAxis axis_for(const std::vector<const Spectrum*>& spectra);

struct Histogram {
  SignedLogAxis axis;
  double low = 0, high = 0;    // range in axis coordinates
  std::vector<Index> counts;   // equal bins over low .. high, zeros left out
  Index zeros = 0;             // counted as zero, never a bar
  Index below = 0, above = 0;  // non-zero eigenvalues outside low .. high
  double bin_width() const;
  // sum(counts) + zeros + below + above = P.
  Index total() const;
};

// Bins the non-zero eigenvalues. No bin straddles zero when low < 0 < high: the range is widened
// so that zero is an edge. bins >= 1, low < high.
Histogram bin(const Spectrum& spectrum, const SignedLogAxis& axis, double low, double high,
              Index bins);

}  // namespace hessianscope
