// Runs the tests inside an application without a display, away from the person's own settings.
#include <gtest/gtest.h>

#include <QApplication>
#include <QTemporaryDir>

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  const QTemporaryDir home;
  for (const char* folder : {"HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"}) {
    qputenv(folder, home.path().toUtf8());
  }
  qputenv("QT_QPA_PLATFORM", "offscreen");
  QApplication application(argc, argv);
  QApplication::setOrganizationName(QStringLiteral("hessianscope"));
  QApplication::setApplicationName(QStringLiteral("hessianscope"));
  return RUN_ALL_TESTS();
}
