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
  // In full; what does not fit into the toolbar is elided, and the whole is its tooltip.
  const QString& text() const { return full_text_; }
  QToolButton* stop_button() const { return stop_; }

  // A toolbar hides what does not fit as a whole; this view asks for little and takes what is left.
  QSize sizeHint() const override;

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void refresh();
  void elide();
  QString long_work() const;
  QString picture_text() const;

  LiveSession* session_;
  SnapshotPointer picture_, spectra_;
  QString full_text_;
  QLabel* text_;
  QToolButton* stop_;
  QTimer tick_;  // while something is computed
  QTimer rest_;  // until no frame counts any more
};

}  // namespace hessianscope
