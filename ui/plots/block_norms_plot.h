// The block norms of both models as a widget; see block_norms_picture.h.
#pragma once

#include <QWidget>

#include "core/live/snapshot.h"

namespace hessianscope {

class BlockNormsPlot : public QWidget {
  Q_OBJECT

 public:
  explicit BlockNormsPlot(QWidget* parent = nullptr);

  // A snapshot with a failure, or none, leaves an empty plot.
  void show_snapshot(const SnapshotPointer& snapshot, Theme theme);

  QSize sizeHint() const override { return {900, 420}; }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  SnapshotPointer snapshot_;
  Theme theme_ = Theme::Light;
};

}  // namespace hessianscope
