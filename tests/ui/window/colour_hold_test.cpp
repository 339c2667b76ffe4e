#include "ui/window/colour_hold.h"

#include <gtest/gtest.h>

namespace hessianscope {
namespace {

using Ranges = std::array<ColourRange, 2>;

TEST(ColourHold, FollowsTheDataWithoutAGesture) {
  ColourHold hold;
  const Ranges wide{{{-5, 1}, {-5, 1}}}, narrow{{{-2, 0}, {-2, 0}}};
  EXPECT_EQ(hold.apply(wide, ValueScale::Log, true), wide);
  EXPECT_EQ(hold.apply(narrow, ValueScale::Log, true), narrow);
}

TEST(ColourHold, OnlyGrowsDuringAGestureAndSettlesAfterIt) {
  ColourHold hold;
  hold.apply({{{-5, 1}, {-4, 1}}}, ValueScale::Log, false);
  hold.set_gesture(true);
  EXPECT_EQ(hold.apply({{{-2, 2}, {-6, 0}}}, ValueScale::Log, false), (Ranges{{{-5, 2}, {-6, 1}}}));
  EXPECT_EQ(hold.apply({{{-1, 0}, {-1, 0}}}, ValueScale::Log, false), (Ranges{{{-5, 2}, {-6, 1}}}));
  hold.set_gesture(false);
  EXPECT_EQ(hold.apply({{{-1, 0}, {-1, 0}}}, ValueScale::Log, false), (Ranges{{{-1, 0}, {-1, 0}}}));
}

TEST(ColourHold, RangesOfAnotherKindStartAnew) {
  ColourHold hold;
  hold.set_gesture(true);
  hold.apply({{{-5, 1}, {-5, 1}}}, ValueScale::Log, true);
  const Ranges signed_values{{{-0.5, 0.5}, {-0.5, 0.5}}};
  EXPECT_EQ(hold.apply(signed_values, ValueScale::Signed, true), signed_values);
  const Ranges separate{{{-0.1, 0.1}, {-0.2, 0.2}}};
  EXPECT_EQ(hold.apply(separate, ValueScale::Signed, false), separate);
}

}  // namespace
}  // namespace hessianscope
