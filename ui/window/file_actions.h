// The actions that deal with files: presets, opening, saving, exporting, copying.
#pragma once

#include <QAction>
#include <QMenu>
#include <QObject>
#include <filesystem>

#include "ui/figure/figure_view.h"

namespace hessianscope {

class NoticeBar;
class PlotArea;
class ScenarioDocument;

class FileActions : public QObject {
  Q_OBJECT

 public:
  // Dialogs appear above `window`.
  FileActions(ScenarioDocument* document, PlotArea* plots, NoticeBar* notices, QWidget* window);

  // A scenario, an exported figure, or the arrays of a layer. What cannot be opened is explained
  // in the notice bar and changes nothing.
  void open(const std::filesystem::path& path);
  void save(const std::filesystem::path& path);
  void export_figure_of(FigureView view);
  void copy_image_of(FigureView view);
  // The menu of one plot.
  void fill_plot_menu(QMenu* menu, FigureView view);

  QMenu* presets() const { return presets_; }
  QAction* open_action() const { return open_; }
  QAction* save_action() const { return save_; }
  QAction* export_action() const { return export_; }
  QAction* copy_action() const { return copy_; }

 private:
  void fill_presets();
  void open_by_dialog();
  void save_by_dialog();
  bool nothing_to_export();

  ScenarioDocument* document_;
  PlotArea* plots_;
  NoticeBar* notices_;
  QWidget* window_;
  QMenu* presets_;
  QAction *open_, *save_, *export_, *copy_;
};

}  // namespace hessianscope
