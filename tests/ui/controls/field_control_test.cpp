#include "ui/controls/field_control.h"

#include <gtest/gtest.h>

#include <QMouseEvent>
#include <QSignalSpy>
#include <QTest>
#include <QWheelEvent>

#include "ui/controls/choice_field.h"
#include "ui/controls/slider_field.h"
#include "ui/controls/switch_field.h"
#include "ui/controls/text_field.h"

namespace hessianscope {
namespace {

// A control on screen that records what it announces.
struct Watched {
  explicit Watched(const char* key) : control(make_control(field(key), &window)) {
    control->resize(400, 40);
    window.resize(400, 60);
    window.show();
    QObject::connect(control, &FieldControl::changed,
                     [this](const FieldValue& value) { values.push_back(value); });
    QObject::connect(control, &FieldControl::settled, [this] { ++settled; });
  }
  SliderField& slider_field() { return dynamic_cast<SliderField&>(*control); }
  double last() const { return number_of(values.back()); }

  QWidget window;
  FieldControl* control;
  std::vector<FieldValue> values;
  int settled = 0;
};

void double_click(QWidget* widget) {
  const QPointF centre = widget->rect().center();
  QMouseEvent event(QEvent::MouseButtonDblClick, centre, widget->mapToGlobal(centre),
                    Qt::LeftButton, Qt::LeftButton, Qt::NoModifier);
  QApplication::sendEvent(widget, &event);
}

QPoint handle_of(QSlider* slider) {
  const double share = static_cast<double>(slider->value() - slider->minimum()) /
                       (slider->maximum() - slider->minimum());
  return {static_cast<int>(6 + share * (slider->width() - 12)), slider->height() / 2};
}

TEST(FieldControl, EveryFieldOfTheScenarioHasOneWithNameHelpAndDefault) {
  int made = 0;
  for (const Field& each : field_table()) {
    if (each.kind == FieldKind::Range || each.kind == FieldKind::Flags) continue;
    Watched watched(each.key.c_str());
    EXPECT_TRUE(
        watched.control->toolTip().contains(QString::fromStdString(each.help).toHtmlEscaped()));
    EXPECT_EQ(watched.control->property(kGlossaryProperty).toString().toStdString(), each.key);
    int reachable = 0;
    for (const QWidget* child : watched.control->findChildren<QWidget*>()) {
      if (!child->isVisible() || !(child->focusPolicy() & Qt::TabFocus)) continue;
      ++reachable;
      EXPECT_FALSE(child->accessibleName().isEmpty()) << each.key;
    }
    EXPECT_GT(reachable, 0) << each.key;
    ++made;
  }
  EXPECT_GT(made, 20);
}

TEST(SliderField, EveryInputPathIsLive) {
  Watched watched("data.scale");
  QSlider* slider = watched.slider_field().slider();
  const std::pair<const char*, std::function<void()>> paths[] = {
      {"arrow", [&] { QTest::keyClick(slider, Qt::Key_Right); }},
      {"PageUp", [&] { QTest::keyClick(slider, Qt::Key_PageUp); }},
      {"Home", [&] { QTest::keyClick(slider, Qt::Key_Home); }},
      {"groove click",
       [&] { QTest::mouseClick(slider, Qt::LeftButton, {}, QPoint(slider->width() - 10, 10)); }},
      {"wheel",
       [&] {
         const QPointF centre = slider->rect().center();
         QWheelEvent event(centre, slider->mapToGlobal(centre), {}, QPoint(0, -120), Qt::NoButton,
                           Qt::NoModifier, Qt::NoScrollPhase, false);
         QApplication::sendEvent(slider, &event);
       }},
      {"typed number",
       [&] {
         NumberField* number = watched.slider_field().number_field();
         number->selectAll();
         QTest::keyClicks(number, "0.02");
         QTest::keyClick(number, Qt::Key_Return);
       }},
  };
  double before = 1.0;
  for (const auto& [name, act] : paths) {
    watched.values.clear();
    act();
    ASSERT_FALSE(watched.values.empty()) << name;
    EXPECT_NE(watched.last(), before) << name;
    EXPECT_EQ(watched.slider_field().number_field()->value(), watched.last()) << name;
    before = watched.last();
  }
  EXPECT_EQ(before, 0.02);
  EXPECT_EQ(SliderScale(field("data.scale")).value(slider->value()), 0.02);
}

TEST(SliderField, ADragIsLiveAllAlongAndSettlesOnce) {
  Watched watched("data.scale");
  QSlider* slider = watched.slider_field().slider();
  const QPoint start = handle_of(slider);
  QTest::mousePress(slider, Qt::LeftButton, {}, start);
  for (int x = start.x(); x > start.x() - 40; x -= 2) QTest::mouseMove(slider, {x, start.y()});
  EXPECT_GT(watched.values.size(), 10u);
  EXPECT_EQ(watched.settled, 0);
  QTest::mouseRelease(slider, Qt::LeftButton, {}, {start.x() - 40, start.y()});
  EXPECT_EQ(watched.settled, 1);
  EXPECT_LT(watched.last(), 1.0);
}

TEST(SliderField, KeysSettleAfterAPause) {
  Watched watched("data.scale");
  QTest::keyClick(watched.slider_field().slider(), Qt::Key_Right);
  QTest::keyClick(watched.slider_field().slider(), Qt::Key_Right);
  EXPECT_EQ(watched.settled, 0);
  EXPECT_TRUE(QTest::qWaitFor([&] { return watched.settled == 1; }, 3000));
}

TEST(SliderField, ZeroIsTypedWhereTheSliderStartsAboveIt) {
  Watched watched("data.scale");
  NumberField* number = watched.slider_field().number_field();
  number->selectAll();
  QTest::keyClicks(number, "0");
  QTest::keyClick(number, Qt::Key_Return);
  EXPECT_EQ(watched.last(), 0.0);
  EXPECT_EQ(watched.slider_field().slider()->value(), 0);
}

TEST(SliderField, ADoubleClickOnLabelOrSliderResets) {
  Watched watched("data.scale");
  QSlider* slider = watched.slider_field().slider();
  for (QWidget* target : {static_cast<QWidget*>(watched.control->findChild<QLabel*>()),
                          static_cast<QWidget*>(slider)}) {
    watched.control->show_value(25.0);
    watched.values.clear();
    double_click(target);
    ASSERT_FALSE(watched.values.empty());
    EXPECT_EQ(watched.last(), 1.0);
    EXPECT_EQ(watched.slider_field().number_field()->value(), 1.0);
  }
}

TEST(SliderField, ShowingAValueAnnouncesNothing) {
  Watched watched("attention.d_model");
  watched.control->show_value(std::int64_t{64});
  EXPECT_TRUE(watched.values.empty());
  EXPECT_EQ(watched.slider_field().number_field()->text(), "64");
  EXPECT_EQ(watched.slider_field().slider()->value(), 63) << "the slider starts at 1";
}

TEST(ChoiceField, ChoosesByKeyboardAndSettles) {
  Watched watched("attention.kernel");
  auto& choice = dynamic_cast<ChoiceField&>(*watched.control);
  QTest::keyClick(choice.list(), Qt::Key_Down);
  ASSERT_EQ(watched.values.size(), 1u);
  EXPECT_EQ(std::get<std::string>(watched.values[0]), "linear");
  EXPECT_EQ(watched.settled, 1);
  watched.control->show_value(std::string("sigmoid"));
  EXPECT_EQ(choice.list()->currentText(), "sigmoid");
  EXPECT_EQ(watched.values.size(), 1u);
}

TEST(SwitchField, FollowsSpaceAndReset) {
  Watched watched("data.scale_targets");
  auto& toggle = dynamic_cast<SwitchField&>(*watched.control);
  QTest::keyClick(toggle.box(), Qt::Key_Space);
  ASSERT_EQ(watched.values.size(), 1u);
  EXPECT_TRUE(std::get<bool>(watched.values[0]));
  double_click(watched.control->findChild<QLabel*>());
  EXPECT_FALSE(std::get<bool>(watched.values.back()));
  EXPECT_FALSE(toggle.box()->isChecked());
}

TEST(TextField, AnnouncesAPathWhenItIsComplete) {
  Watched watched("data.file");
  auto& text = dynamic_cast<TextField&>(*watched.control);
  QTest::keyClicks(text.line(), "/tmp/a layer.npz");
  EXPECT_TRUE(watched.values.empty());
  QTest::keyClick(text.line(), Qt::Key_Return);
  ASSERT_EQ(watched.values.size(), 1u);
  EXPECT_EQ(std::get<std::string>(watched.values[0]), "/tmp/a layer.npz");
}

TEST(FieldControl, AControlWithoutEffectSaysWhy) {
  Watched watched("mlp.width");
  watched.control->set_available(false, QStringLiteral("A single layer has no hidden units."));
  EXPECT_FALSE(watched.control->isEnabled());
  EXPECT_TRUE(watched.control->toolTip().contains("no hidden units"));
  watched.control->set_available(true);
  EXPECT_FALSE(watched.control->toolTip().contains("no hidden units"));
}

}  // namespace
}  // namespace hessianscope
