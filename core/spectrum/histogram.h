// Histogram bins on a signed-log axis: x -> sign(x) log10(1 + |x| / threshold), linear below the
// threshold, logarithmic above, both signs on one axis.
//
//   const SignedLogAxis axis = axis_for({&attention, &mlp});
//   const AxisRange range = axis_range({&attention, &mlp}, axis);
//   const Histogram bars = bin(attention, axis, range.low, range.high, 160);
#pragma once

#include <vector>

#include "core/linear_algebra.h"
#include "core/spectrum/exact_spectrum.h"

namespace hessianscope {

struct SignedLogAxis {
  double threshold = 1.0;  // > 0
  double forward(double x) const;
  double inverse(double u) const;  // infinite where no double is that large
  bool operator==(const SignedLogAxis&) const = default;
};

// An interval of axis coordinates, low < high.
struct AxisRange {
  double low = -1, high = 1;
  bool operator==(const AxisRange&) const = default;
};

// An axis that resolves the non-zero eigenvalues of all spectra given: its threshold is the power
// of ten at or below the smallest magnitude, but at most 12 decades below that of the largest.
// Threshold 1 when every eigenvalue counts as zero. A spectrum's own zero_tolerance decides.
SignedLogAxis axis_for(const std::vector<const Spectrum*>& spectra);

// A range that shows every non-zero eigenvalue of all spectra and zero itself, with a margin.
// -1 .. 1 when there is none.
AxisRange axis_range(const std::vector<const Spectrum*>& spectra, const SignedLogAxis& axis);

struct Histogram {
  SignedLogAxis axis;
  double low = 0, high = 0;    // range in axis coordinates
  std::vector<Index> counts;   // equal bins over low .. high, zeros left out
  Index zeros = 0;             // counted as zero, never a bar
  Index below = 0, above = 0;  // non-zero eigenvalues outside low .. high
  double bin_width() const;
  // Left edge of bin i in axis coordinates, edge(counts.size()) = high; exactly 0 at zero.
  double edge(Index i) const;
  // sum(counts) + zeros + below + above = P.
  Index total() const;
};

// Bins the non-zero eigenvalues: bin i holds edge(i) <= u < edge(i + 1), the last one `high` too.
// No bin straddles zero when low < 0 < high: the range is widened on one side so that zero is an
// edge, and a single bin becomes two. bins >= 1 and low < high, both finite, or Error.
Histogram bin(const Spectrum& spectrum, const SignedLogAxis& axis, double low, double high,
              Index bins);

}  // namespace hessianscope
