#include <gtest/gtest.h>

#include <algorithm>

#include "tests/ui/window/window_under_test.h"
#include "ui/window/numbers_panel.h"
#include "ui/window/numbers_view.h"

namespace hessianscope {
namespace {

TEST(Dragging, FiveHundredStepsInASecondEndAtTheLastOneWithoutGoingBack) {
  WindowUnderTest window{Scenario{}};
  std::vector<std::uint64_t> generations;
  std::vector<double> shown;
  QObject::connect(window->session(), &LiveSession::arrived, [&](const SnapshotPointer& picture) {
    generations.push_back(picture->generation);
    shown.push_back(window.seen_scenario().data.scale);
  });
  QSlider* slider = window.slider_field("data.scale").slider();
  const int last = SliderScale(field("data.scale")).position(0.37);
  slider->setSliderDown(true);
  for (int step = 1; step <= 500; ++step) {
    slider->setSliderPosition(step == 500 ? last : last + 250 - (step * 37) % 500);
    QTest::qWait(2);
  }
  slider->setSliderDown(false);
  ASSERT_TRUE(window.settle());
  EXPECT_EQ(window.seen_scenario().data.scale, 0.37);
  EXPECT_EQ(window.seen().spectra->problem->scenario.data.scale, 0.37);
  EXPECT_EQ(window.seen().spectrum_mark(), SpectrumMark::Exact);
  EXPECT_TRUE(std::is_sorted(generations.begin(), generations.end()));
  EXPECT_GT(generations.size(), 5u) << "the picture follows, it does not wait for the end";
  EXPECT_EQ(window->document()->undo_stack()->count(), 1);
}

TEST(Dragging, EverythingOnScreenBelongsToTheDataThatWasDrawn) {
  WindowUnderTest window;
  window->document()->change(field("data.scale"), 0.5);
  // The control is ahead; the picture is still that of the old data, and says so.
  EXPECT_EQ(window.scenario().data.scale, 0.5);
  EXPECT_EQ(window.seen_scenario().data.scale, 1.0);
  EXPECT_EQ(window.seen().scenario().data.scale, 1.0);
  ASSERT_TRUE(window.settle());
  EXPECT_EQ(window.seen_scenario().data.scale, 0.5);
}

TEST(Dragging, TheAutomaticColourRangeOnlyGrowsUntilTheDragEnds) {
  WindowUnderTest window;
  const ColourRange before = window.seen().colours[0];
  window->document()->change(field("data.scale"), 0.01);
  ASSERT_TRUE(window.settle());
  const ColourRange during = window.seen().colours[0];
  EXPECT_EQ(during.high, before.high);
  EXPECT_LE(during.low, before.low);
  window->document()->settle();
  EXPECT_LT(window.seen().colours[0].high, before.high);
}

TEST(Dragging, UndoBringsPictureAndControlsBack) {
  WindowUnderTest window;
  window.change("data.scale", 0.5);
  window.change("attention.kernel", std::string("linear"));
  window->document()->undo_stack()->undo();
  window->document()->undo_stack()->undo();
  ASSERT_TRUE(window.settle());
  EXPECT_EQ(window.seen_scenario(), small_scenario());
  EXPECT_EQ(window.slider_field("data.scale").number_field()->text(), "1");
  window->document()->undo_stack()->redo();
  ASSERT_TRUE(window.settle());
  EXPECT_EQ(window.seen_scenario().data.scale, 0.5);
}

TEST(Dragging, EveryControlReachesThePicture) {
  WindowUnderTest window;
  for (const Field& each : field_table()) {
    if (!window->controls()->control(each.key) || each.key == "data.file") continue;
    FieldValue value = each.get(window.scenario());
    if (auto* number = std::get_if<double>(&value)) {
      *number *= 2;
    } else if (auto* integer = std::get_if<std::int64_t>(&value)) {
      ++*integer;
    } else if (auto* on = std::get_if<bool>(&value)) {
      *on = !*on;
    } else if (each.key == "data.source") {
      continue;  // digits need a wider model: tested with the presets
    } else {
      value = each.choices.back() == std::get<std::string>(value) ? each.choices.front()
                                                                  : each.choices.back();
    }
    emit window->controls()->control(each.key)->changed(value);
    ASSERT_TRUE(window.settle());
    EXPECT_EQ(each.get(window.seen_scenario()), value) << each.key;
  }
  EXPECT_EQ(window.notice(), "");
}

TEST(Dragging, NormsOfTheWeightsStandBesideTheirSliders) {
  WindowUnderTest window;
  const Matrix& weights = window.seen().snapshot->problem->W_Q;
  const auto remarks =
      window->controls()->control("attention.query_scale")->findChildren<QLabel*>();
  const bool found = std::any_of(remarks.begin(), remarks.end(), [&](const QLabel* label) {
    return label->text().startsWith("‖W_Q‖ = ") &&
           std::abs(label->text().mid(8).toDouble() - weights.norm()) < 1e-3 * weights.norm();
  });
  EXPECT_TRUE(found);
}

TEST(Dragging, NumbersFollowThePicture) {
  WindowUnderTest window;
  window.change("data.scale", 0.5);
  const NumberTable& norms = window->numbers()->norms(Model::Attention)->table();
  EXPECT_EQ(norms.rows[0].numbers[0].value,
            window.seen().snapshot->of(Model::Attention).norms.of(Part::Total)(0, 0));
}

}  // namespace
}  // namespace hessianscope
