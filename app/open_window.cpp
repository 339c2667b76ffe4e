#include "app/open_window.h"

#include <QIcon>
#include <QSettings>
#include <QTimer>

#include "core/error.h"
#include "core/scenario/field_table.h"
#include "ui/figure/restore.h"
#include "ui/window/event_probe.h"
#include "ui/window/file_actions.h"
#include "ui/window/main_window.h"
#include "ui/window/notice_bar.h"
#include "ui/window/plot_area.h"
#include "ui/window/session_state.h"
#include "ui/window/view_actions.h"
#include "ui/window/window_theme.h"

namespace hessianscope {
namespace {

constexpr char kThemeChosenKey[] = "theme/chosen";

struct Start {
  Scenario scenario;
  std::string notice;
};

// The last session, in the light or dark of the desktop until a person chose one.
Start start_without_file() {
  RememberedSession remembered = read_session();
  Start start{remembered.scenario.value_or(Scenario{}), remembered.notice};
  if (!QSettings().value(QLatin1String(kThemeChosenKey)).toBool()) {
    start.scenario.view.theme = system_theme();
  }
  return start;
}

void apply(Scenario& scenario, const std::vector<std::string>& changes) {
  for (const std::string& change : changes) {
    const std::size_t equals = change.find('=');
    assign_text(scenario, change.substr(0, equals), change.substr(equals + 1));
  }
  validate(scenario);
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

  Start start = start_without_file();
  apply(start.scenario, changes);
  MainWindow window(start.scenario);
  QObject::connect(window.views()->dark(), &QAction::triggered, &window,
                   [] { QSettings().setValue(QLatin1String(kThemeChosenKey), true); });
  if (!start.notice.empty()) window.notices()->show_error(QString::fromStdString(start.notice));
  if (file) window.files()->open(*file);
  if (auto* probed = qobject_cast<ProbedApplication*>(&application)) {
    report_first_picture(window, *probed);
  }
  window.show();
  return QApplication::exec();
}

}  // namespace hessianscope
