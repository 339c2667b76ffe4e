#include "ui/plots/colour_scale.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "tests/ui/snapshots.h"
#include "ui/plots/colour_bar.h"
#include "ui/plots/plot_theme.h"

namespace hessianscope {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

QRgb cell(const ColourScale& scale, double value) {
  return scale.cell(value, static_cast<float>(std::log10(std::abs(value))));
}

TEST(ColourScale, LogValuesRunOverTheMapByMagnitude) {
  const ColourScale scale(ValueScale::Log, {-4, 0}, Theme::Light);
  EXPECT_EQ(cell(scale, 1e-4), ColourMap::magnitude().at(0));
  EXPECT_EQ(cell(scale, 1), ColourMap::magnitude().at(1));
  EXPECT_EQ(cell(scale, -1), ColourMap::magnitude().at(1));
  EXPECT_EQ(cell(scale, 1e-2), ColourMap::magnitude().at(0.5));
  EXPECT_DOUBLE_EQ(scale.position(-1), 0.75);
}

TEST(ColourScale, SignedValuesTellSignsApartAndKeepSmallOnesNeutral) {
  const ColourScale scale(ValueScale::Signed, {-8, 8}, Theme::Light);
  const ColourMap& map = ColourMap::signed_values(Theme::Light);
  EXPECT_EQ(cell(scale, 8), map.at(1));
  EXPECT_EQ(cell(scale, -8), map.at(0));
  EXPECT_EQ(cell(scale, 1e-9), map.at(0.5));
  for (const double value : {-5.0, -0.3, 0.004, 0.9}) {
    const QRgb wanted = map.at(scale.position(value)), got = cell(scale, value);
    EXPECT_NEAR(qRed(got), qRed(wanted), 3) << value;
    EXPECT_NEAR(qBlue(got), qBlue(wanted), 3) << value;
  }
  EXPECT_DOUBLE_EQ(scale.position(0.0), 0.5);
  EXPECT_DOUBLE_EQ(scale.position(8), 1);
  EXPECT_DOUBLE_EQ(scale.position(-8), 0);
}

TEST(ColourScale, ZeroNaNAndOutOfRangeHaveMarksOfTheirOwn) {
  for (const Theme theme : {Theme::Light, Theme::Dark}) {
    const PlotTheme& colours = plot_theme(theme);
    for (const ColourScale& scale : {ColourScale(ValueScale::Log, {-2, 0}, theme),
                                     ColourScale(ValueScale::Signed, {-1, 1}, theme)}) {
      EXPECT_EQ(cell(scale, 0), colours.zero.rgb());
      EXPECT_EQ(cell(scale, kNaN), colours.not_finite.rgb());
      EXPECT_EQ(cell(scale, 1.5), colours.above.rgb());
    }
    EXPECT_EQ(cell(ColourScale(ValueScale::Log, {-2, 0}, theme), 1e-3), colours.below.rgb());
    EXPECT_EQ(cell(ColourScale(ValueScale::Signed, {-1, 1}, theme), -2), colours.below.rgb());
    for (int step = 0; step < ColourMap::kSteps; ++step) {
      for (const QColor& mark : {colours.zero, colours.not_finite, colours.below, colours.above}) {
        EXPECT_NE(ColourMap::magnitude()[step], mark.rgb());
        EXPECT_NE(ColourMap::signed_values(theme)[step], mark.rgb());
      }
    }
  }
}

TEST(ColourScale, TheLargestEntryIsNotOutOfItsOwnRange) {
  for (const double largest : {0.1, 3.3e-7, 12345.678}) {
    const ColourScale scale(ValueScale::Log, {-9, std::log10(largest)}, Theme::Light);
    EXPECT_EQ(cell(scale, largest), ColourMap::magnitude().at(1)) << largest;
  }
}

TEST(ColourScale, PaintsEveryCellWhole) {
  Matrix entries(2, 3);
  entries << 1, 0.1, 0.01, 0.001, 0, kNaN;
  const Heatmap heatmap = heatmap_of(entries);
  const ColourScale scale(ValueScale::Log, {-3, 0}, Theme::Light);
  const QImage image = scale.paint(heatmap, heatmap.window, {30, 20});
  ASSERT_EQ(image.size(), QSize(30, 20));
  for (int y = 0; y < 20; ++y) {
    for (int x = 0; x < 30; ++x) {
      ASSERT_EQ(image.pixel(x, y), cell(scale, entries(y / 10, x / 10))) << x << "," << y;
    }
  }
}

TEST(ColourScale, OneBrightRowAmongThousandsStaysVisible) {
  Matrix entries = Matrix::Constant(500, 500, 1e-6);
  entries.row(333).setConstant(-1);
  const Heatmap heatmap = heatmap_of(entries);
  const ColourScale scale(ValueScale::Log, {-6, 0}, Theme::Light);
  for (const int side : {37, 100, 163, 251, 499}) {
    const QImage image = scale.paint(heatmap, heatmap.window, {side, side});
    int bright = 0;
    for (int y = 0; y < side; ++y) bright += image.pixel(side / 2, y) == cell(scale, 1);
    EXPECT_GE(bright, 1) << side;
    EXPECT_LE(bright, 2) << side;
  }
}

TEST(ColourScale, ACellHiddenAmongOthersShowsNaNFirst) {
  Matrix entries = Matrix::Constant(40, 40, 1.0);
  entries(17, 23) = kNaN;
  const Heatmap heatmap = heatmap_of(entries);
  const ColourScale scale(ValueScale::Log, {-6, 0}, Theme::Light);
  const QImage image = scale.paint(heatmap, heatmap.window, {10, 10});
  EXPECT_EQ(image.pixel(5, 4), plot_theme(Theme::Light).not_finite.rgb());
}

TEST(ColourScale, ALastCellOfFewerEntriesKeepsItsSize) {
  // 7 entries in cells of 3: the last cell holds one.
  Heatmap heatmap = heatmap_of((Matrix(1, 3) << 1, 1e-1, 1e-2).finished());
  heatmap.window = {0, 1, 0, 7};
  heatmap.pooling = 3;
  const ColourScale scale(ValueScale::Log, {-3, 0}, Theme::Light);
  const QImage image = scale.paint(heatmap, heatmap.window, {70, 1});
  EXPECT_EQ(image.pixel(59, 0), cell(scale, 1e-1));
  EXPECT_EQ(image.pixel(60, 0), cell(scale, 1e-2));
}

TEST(ColourScale, WhatTheHeatmapDoesNotCoverIsTransparent) {
  const Heatmap heatmap = heatmap_of(Matrix::Constant(4, 4, 1.0));
  const ColourScale scale(ValueScale::Log, {-3, 0}, Theme::Light);
  const QImage image = scale.paint(heatmap, {2, 6, 2, 6}, {4, 4});
  EXPECT_EQ(image.pixel(1, 1), cell(scale, 1));
  EXPECT_EQ(qAlpha(image.pixel(2, 1)), 0);
  EXPECT_EQ(qAlpha(image.pixel(1, 2)), 0);
}

TEST(UnplacedCells, AreCounted) {
  Matrix entries(2, 3);
  entries << 0, kNaN, 10, 1e-9, 1e-9, 0.5;
  const UnplacedCells cells =
      unplaced_cells(heatmap_of(entries), ColourScale(ValueScale::Log, {-3, 0}, Theme::Light));
  EXPECT_EQ(cells.zero, 1);
  EXPECT_EQ(cells.not_finite, 1);
  EXPECT_EQ(cells.above, 1);
  EXPECT_EQ(cells.below, 2);
}

}  // namespace
}  // namespace hessianscope
