// The colour bar of a heatmap, with the marks of cells that have no place on it.
#pragma once

#include <QRect>

#include "ui/plots/colour_scale.h"

class QPainter;

namespace hessianscope {

// Width of the bar with its labels.
inline constexpr int kColourBarWidth = 66;

// How many cells of a heatmap have no place on the bar.
struct UnplacedCells {
  Index zero = 0, not_finite = 0, below = 0, above = 0;
};
UnplacedCells unplaced_cells(const Heatmap& heatmap, const ColourScale& scale);

// Draws the bar in `place`, kColourBarWidth wide: caption above it, bar with ticks, a pointed end
// where cells lie outside the range on that side, and a swatch for zero and NaN where there are
// any.
void paint_colour_bar(QPainter& painter, const QRect& place, const ColourScale& scale,
                      const UnplacedCells& unplaced);

}  // namespace hessianscope
