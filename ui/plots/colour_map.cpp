#include "ui/plots/colour_map.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace hessianscope {
namespace {

using Rgb = std::array<double, 3>;

// OKLab to linear sRGB, the matrices of B. Ottosson, "A perceptual color space for image
// processing" (2020).
Rgb linear_rgb(double lightness, double a, double b) {
  const double l = std::pow(lightness + 0.3963377774 * a + 0.2158037573 * b, 3);
  const double m = std::pow(lightness - 0.1055613458 * a - 0.0638541728 * b, 3);
  const double s = std::pow(lightness - 0.0894841775 * a - 1.2914855480 * b, 3);
  return {+4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
          -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
          -0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s};
}

bool displayable(const Rgb& rgb) {
  return std::ranges::all_of(rgb, [](double c) { return c >= -1e-6 && c <= 1 + 1e-6; });
}

int encoded(double linear) {
  const double c = std::clamp(linear, 0.0, 1.0);
  const double s = c <= 0.0031308 ? 12.92 * c : 1.055 * std::pow(c, 1 / 2.4) - 0.055;
  return static_cast<int>(std::lround(255 * s));
}

double mix(double from, double to, double share) {
  return from + (to - from) * share;
}

}  // namespace

QRgb oklch(double lightness, double chroma, double hue) {
  const double angle = hue * std::numbers::pi / 180;
  const auto at = [&](double c) {
    return linear_rgb(lightness, c * std::cos(angle), c * std::sin(angle));
  };
  double inside = 0, outside = chroma;
  if (!displayable(at(chroma))) {
    for (int step = 0; step < 30; ++step) {
      const double middle = (inside + outside) / 2;
      (displayable(at(middle)) ? inside : outside) = middle;
    }
  } else {
    inside = chroma;
  }
  const Rgb rgb = at(inside);
  return qRgb(encoded(rgb[0]), encoded(rgb[1]), encoded(rgb[2]));
}

const ColourMap& ColourMap::magnitude() {
  static const ColourMap map = [] {
    ColourMap built;
    for (int step = 0; step < kSteps; ++step) {
      const double t = step / (kSteps - 1.0);
      built.colours_[static_cast<std::size_t>(step)] =
          oklch(mix(0.24, 0.95, t), mix(0.13, 0.15, t), mix(305, 105, t));
    }
    return built;
  }();
  return map;
}

const ColourMap& ColourMap::signed_values(Theme theme) {
  const auto build = [](double middle, double end, double chroma) {
    ColourMap built;
    for (int step = 0; step < kSteps; ++step) {
      const double t = 2 * step / (kSteps - 1.0) - 1;
      const double hue = t < 0 ? 15 : 252;
      built.colours_[static_cast<std::size_t>(step)] =
          oklch(mix(middle, end, std::abs(t)), chroma * std::abs(t), hue);
    }
    return built;
  };
  static const ColourMap light = build(0.985, 0.42, 0.19);
  static const ColourMap dark = build(0.21, 0.80, 0.17);
  return theme == Theme::Light ? light : dark;
}

QRgb ColourMap::at(double position) const {
  const double step = std::clamp(position, 0.0, 1.0) * (kSteps - 1);
  return (*this)[static_cast<int>(std::lround(step))];
}

}  // namespace hessianscope
