// The colour of a heatmap cell: colour map, range and the marks of cells that have no place in it.
#pragma once

#include <QImage>

#include <array>

#include "core/curvature/heatmap.h"
#include "ui/plots/colour_map.h"
#include "ui/plots/colour_range.h"

namespace hessianscope {

// Where a cell belongs.
enum class CellPlace { Inside, Below, Above, Zero, NotFinite };

// Log: position linear in log10 |entry|. Signed: linear in sign(x) log10(1 + |x| / t) with
// t = high / 1000, so that three decades of either sign are told apart and zero is neutral.
// Exact zeros, non-finite cells and cells outside the range have colours of their own.
class ColourScale {
 public:
  ColourScale() : ColourScale(ValueScale::Log, {}, Theme::Light) {}
  ColourScale(ValueScale values, ColourRange range, Theme theme);

  ValueScale values() const { return values_; }
  const ColourRange& range() const { return range_; }
  Theme theme() const { return theme_; }

  // Where a value, in the unit of the range, lies on the colour bar; outside the range outside
  // 0 .. 1.
  double position(double value) const;
  // The colour at a position of the bar.
  QRgb at(double position) const { return map_->at(position); }

  CellPlace place(double value, float log10_magnitude) const;
  QRgb cell(double value, float log10_magnitude) const;

  // A picture of the entries of `window` in that many pixels. A pixel that covers several cells
  // shows the one of largest magnitude, so that no bright row is lost; what the heatmap does not
  // cover is transparent.
  QImage paint(const Heatmap& heatmap, const EntryWindow& window, QSize pixels) const;

  bool operator==(const ColourScale& other) const {
    return values_ == other.values_ && range_ == other.range_ && theme_ == other.theme_;
  }

 private:
  ValueScale values_;
  ColourRange range_;
  Theme theme_;
  const ColourMap* map_;
  std::array<QRgb, 5> marks_{};  // by CellPlace
  // Colours by log10 |entry| from steps_low_ on, for negative and for other entries.
  double steps_low_ = 0, steps_scale_ = 1;
  std::array<std::array<QRgb, ColourMap::kSteps>, 2> steps_{};
};

}  // namespace hessianscope
