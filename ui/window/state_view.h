// What the computation is doing: exact or computing, milliseconds, frames per second; for long
// work its size and the time left, and a way to stop it.
#pragma once

#include <QLabel>
#include <QTimer>
#include <QToolButton>
#include <QWidget>

#include "core/live/snapshot.h"

namespace hessianscope {

class LiveSession;

class StateView : public QWidget {
  Q_OBJECT

 public:
  explicit StateView(LiveSession* session, QWidget* parent = nullptr);

  void show_snapshots(const SnapshotPointer& picture, const SnapshotPointer& spectra);
  QString text() const { return text_->text(); }
  QToolButton* stop_button() const { return stop_; }

 private:
  void refresh();
  QString long_work() const;
  QString picture_text() const;

  LiveSession* session_;
  SnapshotPointer picture_, spectra_;
  QLabel* text_;
  QToolButton* stop_;
  QTimer tick_;  // while something is computed
  QTimer rest_;  // until no frame counts any more
};

}  // namespace hessianscope
