#include "app/open_window.h"

#include <QIcon>
#include <QSettings>
#include <QTimer>

#include "app/scenario_argument.h"
#include "core/error.h"
#include "ui/window/event_probe.h"
#include "ui/window/main_window.h"
#include "ui/window/notice_bar.h"
#include "ui/window/opened_file.h"
#include "ui/window/plot_area.h"
#include "ui/window/session_state.h"
#include "ui/window/view_actions.h"
#include "ui/window/window_theme.h"

namespace hessianscope {
namespace {

constexpr char kThemeChosenKey[] = "theme/chosen";

struct Start {
  RestoredFigure shown;
  std::string notice;
};

// The last session, in the light or dark of the desktop until a person chose one.
Start start_from_session() {
  RememberedSession remembered = read_session();
  Start start{{.scenario = remembered.scenario.value_or(Scenario{}), .zoom = {}},
              remembered.notice};
  if (!QSettings().value(QLatin1String(kThemeChosenKey)).toBool()) {
    start.shown.scenario.view.theme = system_theme();
  }
  return start;
}

Start start_from(const std::optional<std::filesystem::path>& file) {
  Start start = start_from_session();
  if (!file) return start;
  try {
    return {open_file(*file, start.shown.scenario), {}};
  } catch (const Error& error) {
    start.notice = error.what();
    return start;
  }
}

void report_first_picture(MainWindow& window, ProbedApplication& application) {
  QObject::connect(
      &window, &MainWindow::picture_shown, &application,
      [&] {
        // Plots redraw when control returns to the event loop; this comes after them.
        QTimer::singleShot(0, &application, [&] {
          window.plots()->repaint();
          application.first_picture();
        });
      },
      Qt::SingleShotConnection);
}

}  // namespace

int open_window(QApplication& application, const std::optional<std::filesystem::path>& file,
                const std::vector<std::string>& changes) {
  QApplication::setOrganizationName(QStringLiteral("hessianscope"));
  QApplication::setApplicationName(QStringLiteral("hessianscope"));
  QApplication::setDesktopFileName(QStringLiteral("hessianscope"));
  QApplication::setWindowIcon(QIcon(QStringLiteral(":/icons/hessianscope.svg")));

  Start start = start_from(file);
  apply_changes(start.shown.scenario, changes);
  MainWindow window(start.shown.scenario);
  window.plots()->restore(start.shown);
  if (!start.notice.empty()) window.notices()->show_error(QString::fromStdString(start.notice));
  QObject::connect(window.views()->dark(), &QAction::triggered, &window,
                   [] { QSettings().setValue(QLatin1String(kThemeChosenKey), true); });
  if (auto* probed = qobject_cast<ProbedApplication*>(&application)) {
    report_first_picture(window, *probed);
  }
  window.show();
  return QApplication::exec();
}

}  // namespace hessianscope
