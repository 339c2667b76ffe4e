#include "ui/controls/number_field.h"

#include <gtest/gtest.h>

#include <QLocale>
#include <QSignalSpy>
#include <QTest>
#include <QWheelEvent>

namespace hessianscope {
namespace {

void turn_wheel(QWidget* widget, int notches) {
  const QPointF centre = widget->rect().center();
  QWheelEvent event(centre, widget->mapToGlobal(centre), {}, QPoint(0, 120 * notches), Qt::NoButton,
                    Qt::NoModifier, Qt::NoScrollPhase, false);
  QApplication::sendEvent(widget, &event);
}

class NumberFieldTest : public testing::Test {
 protected:
  NumberFieldTest() { sigma_.show(); }
  void type(NumberField& target, const char* text) {
    target.setFocus();
    target.selectAll();
    QTest::keyClicks(&target, QString::fromUtf8(text));
  }
  NumberField sigma_{field("data.scale")};
  QSignalSpy edited_{&sigma_, &NumberField::edited};
  QSignalSpy settled_{&sigma_, &NumberField::settled};
  QSignalSpy refused_{&sigma_, &NumberField::refused};
};

TEST_F(NumberFieldTest, ShowsTheDefaultOfTheTable) {
  EXPECT_EQ(sigma_.value(), 1.0);
  EXPECT_EQ(sigma_.text(), "1");
}

TEST_F(NumberFieldTest, EnterTakesTheNumberInEveryLocale) {
  for (const char* locale : {"C", "de_DE"}) {
    QLocale::setDefault(QLocale(QString::fromLatin1(locale)));
    sigma_.show_value(7);
    for (const auto& [text, value] :
         {std::pair("0.5", 0.5), std::pair("0,25", 0.25), std::pair("1e-3", 0.001)}) {
      edited_.clear();
      type(sigma_, text);
      QTest::keyClick(&sigma_, Qt::Key_Return);
      EXPECT_EQ(sigma_.value(), value) << text << " in " << locale;
      ASSERT_EQ(edited_.count(), 1) << text;
      EXPECT_EQ(edited_[0][0].toDouble(), value);
      EXPECT_EQ(sigma_.text().toStdString().find(','), std::string::npos);
    }
  }
  QLocale::setDefault(QLocale::c());
}

TEST_F(NumberFieldTest, APauseInTypingIsEnough) {
  type(sigma_, "0.37");
  EXPECT_EQ(edited_.count(), 0);
  EXPECT_TRUE(edited_.wait(3000));
  EXPECT_EQ(sigma_.value(), 0.37);
}

TEST_F(NumberFieldTest, ARefusedTextIsMarkedAndExplainedAndKeepsTheOldValue) {
  for (const char* text : {"1.000,5", "abc", "2000", "-1"}) {
    type(sigma_, text);
    QTest::keyClick(&sigma_, Qt::Key_Return);
    EXPECT_FALSE(sigma_.refusal().isEmpty()) << text;
    EXPECT_EQ(sigma_.accessibleDescription(), sigma_.refusal());
    EXPECT_EQ(sigma_.value(), 1.0);
    EXPECT_EQ(edited_.count(), 0);
    EXPECT_EQ(sigma_.text(), text) << "what was typed stays to be corrected";
  }
  qsizetype explanations = 0;
  for (const QList<QVariant>& signal : refused_) explanations += !signal[0].toString().isEmpty();
  EXPECT_EQ(explanations, 4);
  const QImage marked = sigma_.grab().toImage();
  QTest::keyClick(&sigma_, Qt::Key_Escape);
  EXPECT_EQ(sigma_.text(), "1");
  EXPECT_TRUE(sigma_.refusal().isEmpty());
  EXPECT_EQ(refused_.last()[0].toString(), "") << "and the explanation is withdrawn";
  EXPECT_NE(marked, sigma_.grab().toImage());
}

TEST_F(NumberFieldTest, TheRangeIsNamed) {
  type(sigma_, "2000");
  QTest::keyClick(&sigma_, Qt::Key_Return);
  EXPECT_TRUE(sigma_.refusal().contains("2000"));
  EXPECT_TRUE(sigma_.refusal().contains("1000"));
}

TEST_F(NumberFieldTest, LeavingTakesAGoodNumberAndForgetsABadText) {
  QWidget window;
  auto* here = new NumberField(field("data.scale"), &window);
  auto* there = new QLineEdit(&window);
  window.show();
  ASSERT_TRUE(QTest::qWaitForWindowActive(&window));
  type(*here, "3");
  there->setFocus();
  EXPECT_EQ(here->value(), 3);
  type(*here, "1.000,5");
  there->setFocus();
  EXPECT_EQ(here->value(), 3);
  EXPECT_EQ(here->text(), "3");
}

TEST_F(NumberFieldTest, ArrowsPagesAndWheelStep) {
  sigma_.setFocus();
  double before = sigma_.value();
  for (const auto& act : std::initializer_list<std::function<void()>>{
           [&] { QTest::keyClick(&sigma_, Qt::Key_Up); },
           [&] { QTest::keyClick(&sigma_, Qt::Key_PageUp); }, [&] { turn_wheel(&sigma_, 1); }}) {
    act();
    EXPECT_GT(sigma_.value(), before);
    before = sigma_.value();
  }
  QTest::keyClick(&sigma_, Qt::Key_Down);
  QTest::keyClick(&sigma_, Qt::Key_PageDown);
  turn_wheel(&sigma_, -1);
  EXPECT_NEAR(sigma_.value(), 1.0, 0.01);
  EXPECT_EQ(edited_.count(), 6);
  EXPECT_EQ(settled_.count(), 0) << "one gesture, still going on";
  EXPECT_TRUE(settled_.wait(3000));
}

TEST_F(NumberFieldTest, SeedsGoUpToTheLastWholeDouble) {
  NumberField seed(field("data.seed"));
  seed.show();
  type(seed, "9007199254740991");
  QTest::keyClick(&seed, Qt::Key_Return);
  EXPECT_EQ(seed.value(), 9007199254740991.0);
  const FieldValue value = value_of(field("data.seed"), seed.value());
  EXPECT_EQ(std::get<std::int64_t>(value), 9007199254740991);
  for (const char* text : {"9007199254740993", "1.5", "-1"}) {
    type(seed, text);
    QTest::keyClick(&seed, Qt::Key_Return);
    EXPECT_FALSE(seed.refusal().isEmpty()) << text;
    EXPECT_EQ(seed.value(), 9007199254740991.0);
  }
}

TEST_F(NumberFieldTest, TextBeingTypedIsLeftAlone) {
  type(sigma_, "0,5");
  ASSERT_TRUE(edited_.wait(3000));
  sigma_.show_value(0.5);  // the window's echo
  EXPECT_EQ(sigma_.text(), "0,5");
  sigma_.show_value(2);  // something else, as from undo
  EXPECT_EQ(sigma_.text(), "2");
}

}  // namespace
}  // namespace hessianscope
