#include "ui/window/file_actions.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>

#include "core/data/safe_file.h"
#include "core/error.h"
#include "core/scenario/scenario_json.h"
#include "ui/window/export_dialog.h"
#include "ui/window/notice_bar.h"
#include "ui/window/opened_file.h"
#include "ui/window/plot_area.h"
#include "ui/window/presets.h"
#include "ui/window/scenario_document.h"

namespace hessianscope {
namespace {

QAction* make_action(QObject* parent, const char* text, const QKeySequence& shortcut) {
  auto* action = new QAction(QString::fromUtf8(text), parent);
  action->setShortcut(shortcut);
  return action;
}

QString shown(const std::filesystem::path& path) {
  return QDir::toNativeSeparators(QString::fromStdString(path.string()));
}

}  // namespace

FileActions::FileActions(ScenarioDocument* document, PlotArea* plots, NoticeBar* notices,
                         QWidget* window)
    : QObject(window),
      document_(document),
      plots_(plots),
      notices_(notices),
      window_(window),
      presets_(new QMenu(QStringLiteral("&Preset"), window)),
      open_(make_action(this, "&Open …", QKeySequence::Open)),
      save_(make_action(this, "&Save scenario …", QKeySequence::Save)),
      export_(make_action(this, "&Export …", QKeySequence(QStringLiteral("Ctrl+E")))),
      copy_(make_action(this, "&Copy as image", QKeySequence(QStringLiteral("Ctrl+Shift+C")))) {
  fill_presets();
  export_->setToolTip(
      QStringLiteral("<p>A figure as PNG, SVG or PDF, or its data as CSV or NPZ "
                     "<b>(Ctrl+E)</b></p>"));
  connect(open_, &QAction::triggered, this, &FileActions::open_by_dialog);
  connect(save_, &QAction::triggered, this, &FileActions::save_by_dialog);
  connect(export_, &QAction::triggered, this, [this] { export_figure_of(FigureView::Overview); });
  connect(copy_, &QAction::triggered, this, [this] { copy_image_of(FigureView::Overview); });
}

void FileActions::fill_presets() {
  for (const Preset& preset : read_presets()) {
    QAction* action = presets_->addAction(preset.title);
    action->setStatusTip(preset.look);
    connect(action, &QAction::triggered, this, [this, preset] {
      Scenario scenario = preset.scenario;
      scenario.view.theme = document_->scenario().view.theme;  // a preset says nothing about it
      plots_->show_everything();
      if (document_->replace(scenario, preset.title)) notices_->show_hint(preset.look);
    });
  }
}

void FileActions::open(const std::filesystem::path& path) {
  try {
    const RestoredFigure figure = open_file(path, document_->scenario());
    if (!document_->replace(figure.scenario, QStringLiteral("open"))) return;
    plots_->restore(figure);
    notices_->show_success(QStringLiteral("Opened %1.").arg(shown(path)));
  } catch (const std::exception& error) {
    notices_->show_error(QString::fromStdString(reason_of(error)));
  }
}

void FileActions::save(const std::filesystem::path& path) {
  try {
    write_file(path, scenario_to_json(document_->scenario()));
    notices_->show_success(QStringLiteral("Saved %1.").arg(shown(path)));
  } catch (const std::exception& error) {
    notices_->show_error(QString::fromStdString(reason_of(error)));
  }
}

void FileActions::open_by_dialog() {
  const QString path = QFileDialog::getOpenFileName(
      window_, QStringLiteral("Open a scenario, an exported figure or a layer"), {},
      QStringLiteral("Scenarios, figures, layers (*.json *.png *.svg *.csv *.npz);;All files (*)"));
  if (!path.isEmpty()) open(path.toStdString());
}

void FileActions::save_by_dialog() {
  QString path = QFileDialog::getSaveFileName(window_, QStringLiteral("Save the scenario"),
                                              QStringLiteral("scenario.json"),
                                              QStringLiteral("Scenarios (*.json)"));
  if (path.isEmpty()) return;
  if (QFileInfo(path).suffix().isEmpty()) path += QStringLiteral(".json");
  save(path.toStdString());
}

bool FileActions::nothing_to_export() {
  if (plots_->state().snapshot) return false;
  notices_->show_error(QStringLiteral("There is no picture yet that could be exported."));
  return true;
}

void FileActions::export_figure_of(FigureView view) {
  if (nothing_to_export()) return;
  auto* dialog = new ExportDialog(plots_->state(), view, window_);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  connect(dialog, &ExportDialog::exported, this, [this](const QString& path) {
    notices_->show_success(QStringLiteral("Exported %1.").arg(QDir::toNativeSeparators(path)));
  });
  dialog->open();
}

void FileActions::copy_image_of(FigureView view) {
  if (nothing_to_export()) return;
  try {
    copy_figure(plots_->state(), view, {});
    notices_->show_success(QStringLiteral("Copied as an image: %1.").arg(figure_label(view)));
  } catch (const std::exception& error) {
    notices_->show_error(QString::fromStdString(reason_of(error)));
  }
}

void FileActions::fill_plot_menu(QMenu* menu, FigureView view) {
  menu->addAction(QStringLiteral("Export this plot …"), this,
                  [this, view] { export_figure_of(view); });
  menu->addAction(QStringLiteral("Copy this plot as image"), this,
                  [this, view] { copy_image_of(view); });
  menu->addSeparator();
  menu->addAction(QStringLiteral("Show everything"), plots_, &PlotArea::show_everything);
}

}  // namespace hessianscope
