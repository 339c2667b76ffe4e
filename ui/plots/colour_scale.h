// The colour of a heatmap cell: colour map, range and the marks of cells that have no place in it.
#pragma once

#include <QImage>
#include <algorithm>
#include <array>
#include <cmath>

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

  // Both run for every cell of every frame.
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
  double inside_low_ = 0, inside_high_ = 0;  // what is beyond has no place in the range
  const ColourMap* map_;
  std::array<QRgb, 5> marks_{};  // by CellPlace
  // Colours by log10 |entry| from steps_low_ on, for negative and for other entries.
  double steps_low_ = 0, steps_scale_ = 1;
  std::array<std::array<QRgb, ColourMap::kSteps>, 2> steps_{};
};

inline CellPlace ColourScale::place(double value, float log10_magnitude) const {
  // No branch: neighbouring cells are in no order that a processor could guess.
  const double number = values_ == ValueScale::Log ? log10_magnitude : value;
  CellPlace where = number < inside_low_ ? CellPlace::Below : CellPlace::Inside;
  where = number > inside_high_ ? CellPlace::Above : where;
  where = value == 0 ? CellPlace::Zero : where;
  return std::isnan(log10_magnitude) ? CellPlace::NotFinite : where;
}

inline QRgb ColourScale::cell(double value, float log10_magnitude) const {
  const CellPlace where = place(value, log10_magnitude);
  if (where != CellPlace::Inside) return marks_[static_cast<std::size_t>(where)];
  const double step = (log10_magnitude - steps_low_) * steps_scale_ + 0.5;
  const double clamped = std::clamp(step, 0.0, ColourMap::kSteps - 1.0);
  return steps_[value > 0][static_cast<std::size_t>(clamped)];
}

}  // namespace hessianscope
