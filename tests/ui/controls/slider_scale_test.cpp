#include "ui/controls/slider_scale.h"

#include <gtest/gtest.h>

#include <cmath>

namespace hessianscope {
namespace {

std::vector<const Field*> numeric_fields() {
  std::vector<const Field*> fields;
  for (const Field& field : field_table()) {
    if (field.kind == FieldKind::Number || field.kind == FieldKind::Integer) {
      fields.push_back(&field);
    }
  }
  return fields;
}

TEST(SliderScale, StopsRiseWithinTheRangeOfTheTable) {
  for (const Field* field : numeric_fields()) {
    const SliderScale scale(*field);
    ASSERT_GT(scale.count(), 1) << field->key;
    EXPECT_EQ(scale.value(0), field->slider_minimum) << field->key;
    EXPECT_EQ(scale.value(scale.count() - 1), field->slider_maximum) << field->key;
    for (int i = 1; i < scale.count(); ++i) {
      ASSERT_GT(scale.value(i), scale.value(i - 1)) << field->key << " at " << i;
    }
  }
}

TEST(SliderScale, EveryStopIsWhereItsValueIs) {
  for (const Field* field : numeric_fields()) {
    const SliderScale scale(*field);
    for (int i = 0; i < scale.count(); ++i) ASSERT_EQ(scale.position(scale.value(i)), i);
  }
}

TEST(SliderScale, DraggingReachesNumbersThatPeopleWouldType) {
  const SliderScale scale(field("data.scale"));
  for (const double value : {0.001, 0.01, 0.02, 0.05, 0.1, 0.37, 0.5, 1.0, 2.0, 5.0, 10.0, 100.0}) {
    EXPECT_EQ(scale.value(scale.position(value)), value);
  }
}

TEST(SliderScale, ValuesOutsideTheSliderSitAtItsEnds) {
  const SliderScale scale(field("data.scale"));
  EXPECT_EQ(scale.position(0), 0);
  EXPECT_EQ(scale.position(1e3), scale.count() - 1);
}

TEST(SliderScale, StepsStayWithinTheLegalRange) {
  const Field& sigma = field("data.scale");
  const SliderScale scale(sigma);
  EXPECT_EQ(scale.stepped(0, 1), sigma.slider_minimum);
  EXPECT_EQ(scale.stepped(0, -1), 0);
  EXPECT_EQ(scale.stepped(sigma.maximum, 5), sigma.maximum);
  EXPECT_NEAR(scale.stepped(1, 20), 10, 1e-12);
  const SliderScale depth(field("mlp.depth"));
  EXPECT_EQ(depth.stepped(2, 1), 3);
  EXPECT_EQ(depth.stepped(6, 1), 6);
  EXPECT_EQ(SliderScale(field("data.seed")).stepped(200, 1), 201);
}

}  // namespace
}  // namespace hessianscope
