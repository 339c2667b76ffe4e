// The colour of a heatmap cell: colour map, range and the marks of cells that have no place in it.
#pragma once

#include <QImage>

#include "core/curvature/heatmap.h"
#include "ui/plots/colour_map.h"
#include "ui/plots/colour_range.h"

namespace hessianscope {

// Log: position linear in log10 |entry|. Signed: linear in sign(x) log10(1 + |x| / t) with
// t = high / 1000, so that three decades of either sign are told apart and zero is neutral.
// Exact zeros, non-finite cells and cells outside the range have colours of their own.
class ColourScale {
 public:
  ColourScale() = default;
  ColourScale(ValueScale values, ColourRange range, Theme theme);

  ValueScale values() const { return values_; }
  const ColourRange& range() const { return range_; }
  Theme theme() const { return theme_; }

  // `value` in the unit of the range: log10 |entry| or the entry.
  double position(double value) const;  // may lie outside 0 .. 1
  QRgb cell(double value, float log10_magnitude) const;

  // One pixel per cell.
  QImage paint(const Heatmap& heatmap) const;
  // A picture of `size` of the whole heatmap, where a pixel that covers several cells shows the
  // one of largest magnitude: for screens with fewer pixels than cells.
  QImage paint(const Heatmap& heatmap, QSize size) const;

  bool operator==(const ColourScale& other) const {
    return values_ == other.values_ && range_ == other.range_ && theme_ == other.theme_;
  }

 private:
  ValueScale values_ = ValueScale::Log;
  ColourRange range_;
  Theme theme_ = Theme::Light;
  const ColourMap* map_ = &ColourMap::magnitude();
  QRgb zero_ = 0, not_finite_ = 0, below_ = 0, above_ = 0;
};

}  // namespace hessianscope
