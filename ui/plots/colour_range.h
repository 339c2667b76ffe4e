// Which values the ends of the colour bar stand for.
#pragma once

#include <array>
#include <vector>

#include "core/curvature/heatmap.h"
#include "core/scenario/scenario.h"

namespace hessianscope {

// ValueScale::Log: log10 |entry|. ValueScale::Signed: entries, low = -high. This is also the
// meaning of `view.range` in a scenario.
struct ColourRange {
  double low = -1, high = 1;
  bool operator==(const ColourRange&) const = default;
};

// The automatic range of the heatmaps given, one for all of them. Log: from the 1 % quantile of
// the non-zero cells, but at most 12 decades below, up to the largest entry: a few cells of
// round-off cannot stretch it. Signed: plus and minus the largest magnitude. Cells that are zero
// or not finite do not count; without any other, [-1, 0] and [-1, 1].
ColourRange automatic_range(const std::vector<const Heatmap*>& heatmaps, ValueScale values);

}  // namespace hessianscope
