#include "ui/window/session_state.h"

#include <gtest/gtest.h>

#include <QTemporaryDir>
#include <fstream>

#include "core/error.h"

namespace hessianscope {
namespace {

class SessionState : public testing::Test {
 protected:
  SessionState() { point_to(folder_.path() + QStringLiteral("/zustand ü")); }
  void point_to(const QString& path) { qputenv("XDG_STATE_HOME", path.toUtf8()); }
  QTemporaryDir folder_;
};

TEST_F(SessionState, ThereIsNoneAtTheFirstStart) {
  const RememberedSession session = read_session();
  EXPECT_FALSE(session.scenario);
  EXPECT_TRUE(session.notice.empty());
}

TEST_F(SessionState, TheLastStateReturns) {
  Scenario scenario;
  scenario.data.scale = 0.37;
  scenario.view.part = Part::Functional;
  scenario.view.range = std::array{-6.0, 1.5};
  scenario.view.theme = Theme::Dark;
  write_session(scenario);
  EXPECT_EQ(read_session().scenario, scenario);
  scenario.data.seed = 5;
  write_session(scenario);
  EXPECT_EQ(read_session().scenario, scenario);
}

TEST_F(SessionState, ADamagedOneIsLeftAsideWithANotice) {
  write_session({});
  for (const char* damage : {"", "{", "{\"hessianscope\": 2}", "{\"hessianscope\": 1, \"x\": 0}",
                             "\xff\xfe\x00", "[[[[[[[["}) {
    std::ofstream(session_file(), std::ios::trunc) << damage;
    const RememberedSession session = read_session();
    EXPECT_FALSE(session.scenario) << damage;
    EXPECT_NE(session.notice.find("session.json"), std::string::npos) << session.notice;
  }
}

TEST_F(SessionState, AFolderThatCannotBeMadeIsNamed) {
  point_to(QStringLiteral("/proc/nowhere"));
  try {
    write_session({});
    FAIL() << "nothing was refused";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("/proc/nowhere"), std::string::npos);
  }
}

}  // namespace
}  // namespace hessianscope
