// The window: controls, plots and numbers around one live session.
#pragma once

#include <QMainWindow>

#include "core/live/snapshot.h"

namespace hessianscope {

class ControlPanel;
class FileActions;
class HelpActions;
class LiveSession;
class NoticeBar;
class NumbersPanel;
class PlotArea;
class ScenarioDocument;
class StateView;
class ViewActions;

class MainWindow : public QMainWindow {
  Q_OBJECT

 public:
  explicit MainWindow(const Scenario& scenario);
  ~MainWindow() override;

  ScenarioDocument* document() const { return document_; }
  LiveSession* session() const { return session_; }
  ControlPanel* controls() const { return controls_; }
  PlotArea* plots() const { return plots_; }
  NumbersPanel* numbers() const { return numbers_; }
  NoticeBar* notices() const { return notices_; }
  FileActions* files() const { return files_; }
  ViewActions* views() const { return views_; }
  HelpActions* help() const { return help_; }
  StateView* state() const { return state_; }

 signals:
  // The plots have been given a snapshot to paint.
  void picture_shown();

 protected:
  void closeEvent(QCloseEvent* event) override;
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dropEvent(QDropEvent* event) override;

 private:
  void arrange();
  void connect_parts();
  void submit();
  void take_scenario(const Scenario& scenario);
  void take_snapshots(const SnapshotPointer& picture, const SnapshotPointer& spectra);
  void show_failure(const std::string& failure);
  void show_refusal(const QString& explanation);
  void restore_geometry();

  ScenarioDocument* document_;
  LiveSession* session_;
  ViewActions* views_;
  ControlPanel* controls_;
  PlotArea* plots_;
  NumbersPanel* numbers_;
  NoticeBar* notices_;
  FileActions* files_;
  StateView* state_;
  HelpActions* help_;
  bool failure_shown_ = false;
  QString refusal_;  // the last one shown
};

}  // namespace hessianscope
