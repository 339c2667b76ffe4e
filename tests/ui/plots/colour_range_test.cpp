#include "ui/plots/colour_range.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "tests/ui/snapshots.h"

namespace hessianscope {
namespace {

TEST(AutomaticRange, OfLogValuesEndsAtTheLargestEntry) {
  const Heatmap small = heatmap_of(Matrix::Constant(20, 20, 1e-3));
  Heatmap large = heatmap_of(Matrix::Constant(20, 20, 1e-1));
  const ColourRange range = automatic_range({&small, &large}, ValueScale::Log);
  EXPECT_DOUBLE_EQ(range.high, -1);
  EXPECT_NEAR(range.low, -3, 0.02);
}

TEST(AutomaticRange, AFewCellsOfRoundOffDoNotStretchIt) {
  Matrix entries = Matrix::Constant(100, 100, 0.5);
  entries.topRows(50).setConstant(1e-4);
  entries.row(0).head(50).setConstant(1e-18);  // half a per cent
  const Heatmap heatmap = heatmap_of(entries);
  EXPECT_NEAR(automatic_range({&heatmap}, ValueScale::Log).low, -4, 0.02);
  entries.topRows(10).setConstant(1e-18);  // ten per cent: shown, but not beyond twelve decades
  const Heatmap deep = heatmap_of(entries);
  EXPECT_NEAR(automatic_range({&deep}, ValueScale::Log).low, std::log10(0.5) - 12, 1e-9);
}

TEST(AutomaticRange, CoversAtLeastOneDecade) {
  const Heatmap heatmap = heatmap_of(Matrix::Constant(3, 3, 7.0));
  const ColourRange range = automatic_range({&heatmap}, ValueScale::Log);
  EXPECT_DOUBLE_EQ(range.high, std::log10(7.0));
  EXPECT_DOUBLE_EQ(range.low, std::log10(7.0) - 1);
}

TEST(AutomaticRange, OfSignedValuesIsSymmetric) {
  Matrix entries = Matrix::Constant(3, 3, 0.25);
  entries(1, 2) = -4;
  const Heatmap heatmap = heatmap_of(entries);
  EXPECT_EQ(automatic_range({&heatmap}, ValueScale::Signed), (ColourRange{-4, 4}));
}

TEST(AutomaticRange, SurvivesZerosAndNaN) {
  Matrix entries = Matrix::Zero(3, 3);
  const Heatmap zero = heatmap_of(entries);
  EXPECT_EQ(automatic_range({&zero}, ValueScale::Log), (ColourRange{-1, 0}));
  EXPECT_EQ(automatic_range({&zero}, ValueScale::Signed), (ColourRange{-1, 1}));
  entries(0, 0) = std::numeric_limits<double>::quiet_NaN();
  entries(1, 1) = 100;
  const Heatmap one = heatmap_of(entries);
  EXPECT_EQ(automatic_range({&one}, ValueScale::Log), (ColourRange{1, 2}));
  EXPECT_EQ(automatic_range({}, ValueScale::Log), (ColourRange{-1, 0}));
}

}  // namespace
}  // namespace hessianscope
