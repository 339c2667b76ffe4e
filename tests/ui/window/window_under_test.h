// A window on the offscreen platform, with what every test of it does.
#pragma once

#include <QTest>
#include <memory>

#include "core/scenario/field_table.h"
#include "ui/controls/slider_field.h"
#include "ui/live/live_session.h"
#include "ui/window/control_panel.h"
#include "ui/window/file_actions.h"
#include "ui/window/main_window.h"
#include "ui/window/notice_bar.h"
#include "ui/window/plot_area.h"
#include "ui/window/scenario_document.h"

namespace hessianscope {

// Small enough that a picture takes no time.
inline Scenario small_scenario() {
  Scenario scenario;
  scenario.attention.d_model = 6;
  scenario.attention.d_key = 4;
  scenario.data.sequence_length = 8;
  return scenario;
}

class WindowUnderTest {
 public:
  explicit WindowUnderTest(const Scenario& scenario = small_scenario())
      : window_(std::make_unique<MainWindow>(scenario)) {
    window_->show();
    EXPECT_TRUE(QTest::qWaitForWindowExposed(window_.get()));
    EXPECT_TRUE(settle());
  }
  MainWindow* operator->() const { return window_.get(); }
  MainWindow& operator*() const { return *window_; }

  // Waits until the last request has been answered and shown.
  bool settle() const {
    return QTest::qWaitFor([this] { return !window_->session()->busy(); }, 60000);
  }
  SliderField& slider_field(const char* key) const {
    return dynamic_cast<SliderField&>(*window_->controls()->control(key));
  }
  void change(const char* key, const FieldValue& value) const {
    window_->document()->change(field(key), value);
    window_->document()->settle();
    settle();
  }
  const Scenario& scenario() const { return window_->document()->scenario(); }
  // What the plots draw.
  const FigureState& seen() const { return window_->plots()->state(); }
  const Scenario& seen_scenario() const { return seen().snapshot->problem->scenario; }
  QString notice() const { return window_->notices()->sentence(); }
  void close() { window_.reset(); }

 private:
  std::unique_ptr<MainWindow> window_;
};

}  // namespace hessianscope
