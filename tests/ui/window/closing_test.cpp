#include <gtest/gtest.h>

#include "tests/ui/window/window_under_test.h"
#include "ui/window/session_state.h"

namespace hessianscope {
namespace {

TEST(Closing, RemembersTheScenario) {
  WindowUnderTest window;
  window.change("data.scale", 0.125);
  const Scenario last = window.scenario();
  window->close();
  EXPECT_EQ(read_session().scenario, last);
}

TEST(Closing, AFolderThatCannotBeWrittenDoesNotKeepTheWindowOpen) {
  const QByteArray state = qgetenv("XDG_STATE_HOME");
  qputenv("XDG_STATE_HOME", "/proc/nowhere");
  WindowUnderTest window;
  EXPECT_TRUE(window->close());
  EXPECT_FALSE(window->isVisible());
  qputenv("XDG_STATE_HOME", state);
}

TEST(Closing, InTheMiddleOfALargeJobIsClean) {
  WindowUnderTest window;
  Scenario large;
  large.attention.d_model = large.attention.d_key = 32;
  window->document()->replace(large, QStringLiteral("large"));
  ASSERT_TRUE(QTest::qWaitFor(
      [&] { return window.seen_scenario() == large && !window.seen().snapshot->complete; }, 60000));
  window->close();
  window.close();  // ends the worker; the test's time limit would catch one that does not end
}

}  // namespace
}  // namespace hessianscope
