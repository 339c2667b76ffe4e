#include "ui/plots/block_norms_plot.h"

#include <QPainter>

#include "ui/plots/block_norms_picture.h"
#include "ui/plots/plot_theme.h"

namespace hessianscope {

BlockNormsPlot::BlockNormsPlot(QWidget* parent) : QWidget(parent) {
  setAttribute(Qt::WA_OpaquePaintEvent);
  setAccessibleName("Block norms of both models");
}

void BlockNormsPlot::show_snapshot(const SnapshotPointer& snapshot, Theme theme) {
  snapshot_ = snapshot;
  theme_ = theme;
  update();
}

void BlockNormsPlot::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.fillRect(rect(), plot_theme(theme_).paper);
  if (snapshot_ && snapshot_->problem) {
    paint_block_norms(painter, rect().adjusted(8, 0, -8, 0), *snapshot_, theme_);
  }
}

}  // namespace hessianscope
