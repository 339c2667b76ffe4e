#include "ui/plots/colour_map.h"

#include <gtest/gtest.h>

#include <cmath>

namespace hessianscope {
namespace {

struct Lab {
  double lightness, a, b;
};

// sRGB to CIELAB (D65), from the definitions of IEC 61966-2-1 and CIE 1976.
Lab lab(QRgb colour) {
  const auto linear = [](int byte) {
    const double s = byte / 255.0;
    return s <= 0.04045 ? s / 12.92 : std::pow((s + 0.055) / 1.055, 2.4);
  };
  const double r = linear(qRed(colour)), g = linear(qGreen(colour)), b = linear(qBlue(colour));
  const auto f = [](double t) {
    return t > 216.0 / 24389 ? std::cbrt(t) : (24389.0 / 27 * t + 16) / 116;
  };
  const double x = f((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505);
  const double y = f(0.2126 * r + 0.7152 * g + 0.0722 * b);
  const double z = f((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089);
  return {116 * y - 16, 500 * (x - y), 200 * (y - z)};
}

double distance(const Lab& p, const Lab& q) {
  return std::hypot(p.lightness - q.lightness, p.a - q.a, p.b - q.b);
}

TEST(ColourMap, MagnitudesClimbInLightnessWithoutAStepBack) {
  const ColourMap& map = ColourMap::magnitude();
  // Eight steps at a time: one step is less than the rounding of a colour to bytes.
  for (int step = 8; step < ColourMap::kSteps; step += 8) {
    EXPECT_GT(lab(map[step]).lightness, lab(map[step - 8]).lightness) << "step " << step;
  }
  EXPECT_LT(lab(map.at(0)).lightness, 25);
  EXPECT_GT(lab(map.at(1)).lightness, 88);
}

TEST(ColourMap, EqualStepsOfMagnitudeLookAboutEqual) {
  const ColourMap& map = ColourMap::magnitude();
  double shortest = 1e9, longest = 0;
  for (int step = 64; step < ColourMap::kSteps; step += 64) {
    const double length = distance(lab(map[step]), lab(map[step - 64]));
    shortest = std::min(shortest, length);
    longest = std::max(longest, length);
  }
  EXPECT_GT(shortest, 4);
  EXPECT_LT(longest / shortest, 3);
}

TEST(ColourMap, SignedValuesAreNeutralInTheMiddleAndApartAtTheEnds) {
  for (const Theme theme : {Theme::Light, Theme::Dark}) {
    const ColourMap& map = ColourMap::signed_values(theme);
    const Lab middle = lab(map.at(0.5));
    EXPECT_LT(std::hypot(middle.a, middle.b), 3);
    EXPECT_GT(distance(lab(map.at(0)), lab(map.at(1))), 60);
    // Both ends stand out alike.
    EXPECT_NEAR(distance(middle, lab(map.at(0))) / distance(middle, lab(map.at(1))), 1, 0.5);
  }
}

TEST(ColourMap, PositionsOutsideAreClamped) {
  const ColourMap& map = ColourMap::magnitude();
  EXPECT_EQ(map.at(-3), map.at(0));
  EXPECT_EQ(map.at(7), map.at(1));
}

TEST(Oklch, GivesTheGreysAndReducesWhatAScreenCannotShow) {
  EXPECT_EQ(oklch(1, 0, 0), qRgb(255, 255, 255));
  EXPECT_EQ(oklch(0, 0, 0), qRgb(0, 0, 0));
  // The OKLab coordinates of pure sRGB red, from the paper's definition.
  EXPECT_EQ(oklch(0.627955, 0.257683, 29.2339), qRgb(255, 0, 0));
  // Far more chroma than any screen has: the hue and lightness survive.
  const QRgb strong = oklch(0.6, 2.0, 29.2339);
  EXPECT_GT(qRed(strong), 220);
  EXPECT_LT(qBlue(strong), 60);
}

}  // namespace
}  // namespace hessianscope
