// The Frobenius norms of every block pair of both models, in all three parts: marks on one
// logarithmic axis with the numbers beside them, and the total as root mean square per entry,
// since blocks differ in size. Exact zeros stand at the left end, written 0.
#pragma once

#include <QWidget>

#include "core/live/snapshot.h"

namespace hessianscope {

class BlockNormsPlot : public QWidget {
  Q_OBJECT

 public:
  explicit BlockNormsPlot(QWidget* parent = nullptr);

  void show_snapshot(const SnapshotPointer& snapshot, Theme theme);
  void paint(QPainter& painter, const QRect& rectangle) const;

  QSize sizeHint() const override { return {900, 420}; }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  SnapshotPointer snapshot_;
  Theme theme_ = Theme::Light;
};

}  // namespace hessianscope
