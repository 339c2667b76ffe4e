#include "ui/window/main_window.h"

#include <QCloseEvent>
#include <QDragEnterEvent>
#include <QMenu>
#include <QMimeData>
#include <QScreen>
#include <QSettings>
#include <QSplitter>
#include <QStatusBar>

#include "core/error.h"
#include "ui/live/live_session.h"
#include "ui/window/control_panel.h"
#include "ui/window/file_actions.h"
#include "ui/window/help_actions.h"
#include "ui/window/notice_bar.h"
#include "ui/window/numbers_panel.h"
#include "ui/window/plot_area.h"
#include "ui/window/scenario_document.h"
#include "ui/window/session_state.h"
#include "ui/window/state_view.h"
#include "ui/window/view_actions.h"
#include "ui/window/window_menus.h"
#include "ui/window/window_theme.h"

namespace hessianscope {
namespace {

constexpr double kFirstShare = 0.8;                    // of a large screen
constexpr QSize kFirstSize(1280, 720), kFrame(4, 34);  // a title bar needs room too
constexpr char kGeometryKey[] = "window/geometry", kSplitterKey[] = "window/splitter";

bool has_data(const SnapshotPointer& snapshot) {
  return snapshot && snapshot->problem && snapshot->of(Model::Attention).curvature;
}

}  // namespace

MainWindow::MainWindow(const Scenario& scenario)
    : document_(new ScenarioDocument(scenario, this)), session_(new LiveSession(this)) {
  // Before any widget is made: the first picture is computed meanwhile.
  session_->submit({.scenario = scenario});
  apply_window_theme(scenario.view.theme);
  views_ = new ViewActions(document_, this);
  controls_ = new ControlPanel(document_, this);
  plots_ = new PlotArea(scenario.view, this);
  numbers_ = new NumbersPanel(this);
  notices_ = new NoticeBar(this);
  files_ = new FileActions(document_, plots_, notices_, this);
  state_ = new StateView(session_, this);
  help_ = new HelpActions(this);
  setWindowTitle(QStringLiteral("hessianscope"));
  setAcceptDrops(true);
  arrange();
  connect_parts();
  restore_geometry();
}

MainWindow::~MainWindow() = default;

void MainWindow::arrange() {
  fill_menu_bar(*this);
  addToolBar(make_tool_bar(*this));
  auto* splitter = new QSplitter(this);
  splitter->setObjectName(QStringLiteral("splitter"));
  for (QWidget* part : std::initializer_list<QWidget*>{controls_, plots_, numbers_}) {
    splitter->addWidget(part);
    splitter->setCollapsible(splitter->count() - 1, false);
  }
  splitter->setStretchFactor(0, 0);
  splitter->setStretchFactor(1, 1);
  splitter->setStretchFactor(2, 0);
  setCentralWidget(splitter);
  statusBar()->setSizeGripEnabled(false);
  statusBar()->setMinimumHeight(notices_->sizeHint().height());
}

void MainWindow::connect_parts() {
  connect(document_, &ScenarioDocument::changed, this, &MainWindow::take_scenario);
  connect(document_, &ScenarioDocument::settled, this, [this] { plots_->set_gesture(false); });
  connect(document_, &ScenarioDocument::refused, this, &MainWindow::show_refusal);
  connect(controls_, &ControlPanel::refused, this, &MainWindow::show_refusal);
  connect(session_, &LiveSession::arrived, this, &MainWindow::take_snapshots);
  connect(views_, &ViewActions::linked, plots_, &PlotArea::set_linked);
  connect(plots_, &PlotArea::linked_changed, views_->link(), &QAction::setChecked);
  connect(views_, &ViewActions::zoom_reset, plots_, &PlotArea::show_everything);
  connect(plots_, &PlotArea::windows_changed, this, &MainWindow::submit);
  connect(plots_, &PlotArea::hovered, this, [this](const QString& read_out) {
    statusBar()->showMessage(read_out);
    notices_->step_aside(!read_out.isEmpty());
  });
  connect(plots_, &PlotArea::menu_wanted, this, [this](FigureView view, const QPoint& global) {
    QMenu menu(this);
    files_->fill_plot_menu(&menu, view);
    menu.exec(global);
  });
}

void MainWindow::submit() {
  session_->submit({.scenario = document_->scenario(),
                    .windows = plots_->zoom().windows,
                    .max_cells = plots_->max_cells()});
}

void MainWindow::take_scenario(const Scenario& scenario) {
  show_refusal({});
  plots_->set_gesture(true);
  if (scenario.view.theme != plots_->view().theme) apply_window_theme(scenario.view.theme);
  plots_->show_view(scenario.view);
  submit();
}

void MainWindow::take_snapshots(const SnapshotPointer& picture, const SnapshotPointer& spectra) {
  show_failure(picture->failure);
  state_->show_snapshots(picture, spectra);
  if (!has_data(picture)) return;  // the last good picture stays
  plots_->show_snapshots(picture, spectra);
  numbers_->show_snapshots(picture, spectra);
  controls_->show_snapshot(*picture);
  views_->show_range(plots_->state().colours[0]);
  emit picture_shown();
}

void MainWindow::show_failure(const std::string& failure) {
  if (!failure.empty()) {
    notices_->show_error(QString::fromStdString(failure));
  } else if (failure_shown_) {
    notices_->clear();
  }
  failure_shown_ = !failure.empty();
}

// An empty explanation withdraws the last one, unless something else is being said by now.
void MainWindow::show_refusal(const QString& explanation) {
  if (!explanation.isEmpty()) {
    notices_->show_error(explanation);
  } else if (notices_->sentence() == refusal_) {
    notices_->clear();
  }
  refusal_ = explanation;
}

void MainWindow::restore_geometry() {
  const QSettings settings;
  const QSize available = screen()->availableSize();
  resize(kFirstSize.expandedTo(available * kFirstShare).boundedTo(available - kFrame));
  restoreGeometry(settings.value(QLatin1String(kGeometryKey)).toByteArray());
  findChild<QSplitter*>()->restoreState(settings.value(QLatin1String(kSplitterKey)).toByteArray());
}

void MainWindow::closeEvent(QCloseEvent* event) {
  QSettings settings;
  settings.setValue(QLatin1String(kGeometryKey), saveGeometry());
  settings.setValue(QLatin1String(kSplitterKey), findChild<QSplitter*>()->saveState());
  try {
    write_session(document_->scenario());
  } catch (const Error& error) {
    qWarning("the session is not remembered: %s", error.what());
  }
  QMainWindow::closeEvent(event);
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
  const QList<QUrl> urls = event->mimeData()->urls();
  if (urls.size() == 1 && urls.front().isLocalFile()) event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event) {
  event->acceptProposedAction();
  files_->open(event->mimeData()->urls().front().toLocalFile().toStdString());
}

}  // namespace hessianscope
