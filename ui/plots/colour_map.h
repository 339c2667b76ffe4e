// Colour maps: a position 0 .. 1 to a colour.
#pragma once

#include <QColor>
#include <array>

#include "core/scenario/scenario.h"

namespace hessianscope {

// Both maps are computed in OKLab (Ottosson 2020), where equal steps look equal: the magnitude
// map climbs steadily in lightness; the signed map runs from the hue of negative values through
// a neutral middle, the colour of the paper, to the hue of positive ones.
class ColourMap {
 public:
  static constexpr int kSteps = 1024;

  static const ColourMap& magnitude();
  static const ColourMap& signed_values(Theme theme);

  QRgb operator[](int step) const { return colours_[static_cast<std::size_t>(step)]; }
  // The colour at a position, clamped to 0 .. 1.
  QRgb at(double position) const;

 private:
  std::array<QRgb, kSteps> colours_{};
};

// A colour by lightness, chroma and hue (degrees) in OKLab; chroma is reduced where the screen
// cannot show it.
QRgb oklch(double lightness, double chroma, double hue);

}  // namespace hessianscope
