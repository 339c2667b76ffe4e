#include "app/application.h"

#include <QHashSeed>
#include <clocale>

#include "ui/window/event_probe.h"

namespace hessianscope {
namespace {

void drop_message(QtMsgType, const QMessageLogContext&, const QString&) {}

template <typename Application>
std::unique_ptr<QApplication> make_application(const QByteArray& platforms) {
  // Qt reads options of its own from the command line; all of ours have been read by now.
  static int count = 1;
  static char name[] = "hessianscope";
  static char* words[] = {name, nullptr};
  qputenv("QT_QPA_PLATFORM", platforms);
  // Fonts stand in a PDF in the order of a hash table: the same figure, the same bytes.
  QHashSeed::setDeterministicGlobalSeed();
  // While it starts Qt remarks on the desktop it finds, or does not find; that is no news here.
  qInstallMessageHandler(drop_message);
  auto application = std::make_unique<Application>(count, words);
  qInstallMessageHandler(nullptr);
  // Qt takes over the environment's locale for the C library; numbers keep the dot.
  std::setlocale(LC_NUMERIC, "C");
  return application;
}

}  // namespace

std::unique_ptr<QApplication> offscreen_application() {
  return make_application<QApplication>("offscreen");
}

std::unique_ptr<QApplication> display_application() {
  QByteArray platforms = qgetenv("QT_QPA_PLATFORM");
  if (platforms.isEmpty()) {
    if (qEnvironmentVariableIsSet("WAYLAND_DISPLAY")) platforms += "wayland;";
    if (qEnvironmentVariableIsSet("DISPLAY")) platforms += "xcb;";
  } else {
    platforms += ';';
  }
  // Qt tries them in order; a display that cannot be reached would end the program otherwise.
  return make_application<ProbedApplication>(platforms + "offscreen");
}

bool has_display() {
  return QGuiApplication::platformName() != "offscreen";
}

}  // namespace hessianscope
