#include <gtest/gtest.h>

#include <QScrollBar>
#include <QTextBlock>

#include "tests/ui/window/window_under_test.h"
#include "ui/window/help_actions.h"
#include "ui/window/help_window.h"
#include "ui/window/numbers_panel.h"
#include "ui/window/numbers_view.h"

namespace hessianscope {
namespace {

class Help : public testing::Test {
 protected:
  static bool has_entry(const HelpWindow& help, const QString& name) {
    for (QTextBlock block = help.browser()->document()->begin(); block.isValid();
         block = block.next()) {
      for (auto part = block.begin(); !part.atEnd(); ++part) {
        if (part.fragment().charFormat().anchorNames().contains(name)) return true;
      }
    }
    return false;
  }
  WindowUnderTest window_;
};

TEST_F(Help, EveryControlNumberAndPlotHasItsEntry) {
  window_->help()->open({});
  const HelpWindow& help = *window_->help()->opened();
  for (const Field& each : field_table()) {
    EXPECT_TRUE(has_entry(help, QString::fromStdString(each.key))) << each.key;
  }
  QStringList wanted{"keyboard", "cite", "controls"};
  for (const QWidget* widget : window_->findChildren<QWidget*>()) {
    const QString entry = widget->property(kGlossaryProperty).toString();
    if (!entry.isEmpty()) wanted += entry;
  }
  for (const NumbersView* view : window_->findChildren<NumbersView*>()) {
    for (const NumberTable::Row& row : view->table().rows) wanted += row.glossary;
  }
  for (const QString& entry : wanted) EXPECT_TRUE(has_entry(help, entry)) << entry.toStdString();
}

TEST_F(Help, F1OpensTheEntryOfTheControlInFocus) {
  window_->activateWindow();
  ASSERT_TRUE(QTest::qWaitForWindowActive(&*window_));
  SliderField& seed = window_.slider_field("mlp.seed");
  seed.number_field()->setFocus();
  EXPECT_EQ(glossary_entry(QApplication::focusWidget(), {-1, -1}), "mlp.seed");
  window_->help()->glossary()->trigger();
  ASSERT_TRUE(window_->help()->opened());
  EXPECT_TRUE(window_->help()->opened()->isVisible());
  EXPECT_GT(window_->help()->opened()->browser()->verticalScrollBar()->value(), 0);
}

TEST_F(Help, ARowOfNumbersLeadsToItsOwnEntry) {
  NumbersView* summary = window_->numbers()->summary();
  summary->setCurrentIndex(summary->model()->index(1, 1));
  EXPECT_EQ(glossary_entry(summary, {-1, -1}), summary->table().rows[1].glossary);
}

TEST_F(Help, KeysAndCitationAreComplete) {
  window_->help()->open(QStringLiteral("cite"));
  const QString text = window_->help()->opened()->browser()->toPlainText();
  EXPECT_TRUE(text.contains("@inproceedings{"));
  EXPECT_TRUE(text.contains("Ormaniec"));
  for (const char* key : {"Ctrl+E", "Ctrl+Z", "Ctrl+O", "F1"}) {
    EXPECT_TRUE(text.contains(QString::fromLatin1(key))) << key;
  }
}

}  // namespace
}  // namespace hessianscope
