// The Hessian of one model as a picture: blocks, names, colour bar, zoom and read-out.
//
//   auto* plot = new HeatmapPlot(Model::Attention, this);
//   connect(plot, &HeatmapPlot::window_wanted, ...);   // submit a request with that window
//   plot->show_snapshot(snapshot, ColourScale(ValueScale::Log, range, Theme::Light), {});
//
// Row 0 is on top and every cell is whole. The wheel zooms about the pointer, a drag pans, a
// click on a block opens it alone, a double click or Escape returns to the whole; the keys + - 0
// and the arrows do the same. The plot shows `window`; where the snapshot's heatmap covers
// another one, the old picture is stretched until the new one arrives.
#pragma once

#include <QWidget>
#include <optional>

#include "core/live/snapshot.h"
#include "ui/plots/heatmap_picture.h"

namespace hessianscope {

class HeatmapPlot : public QWidget {
  Q_OBJECT

 public:
  explicit HeatmapPlot(Model model, QWidget* parent = nullptr);

  Model model() const { return model_; }

  // A snapshot with a failure, or none, leaves an empty plot. `window` none: the whole matrix.
  void show_snapshot(const SnapshotPointer& snapshot, const ColourScale& scale,
                     const std::optional<EntryWindow>& window);

  // The entries on screen as asked for; none = the whole matrix.
  const std::optional<EntryWindow>& window() const { return window_; }

  // "QK   W_Q[3,7] × W_K[0,2] = 1.23e−5", exact; empty outside the matrix. `point` in pixels of
  // this widget.
  QString read_out(QPointF point) const { return picture_.read_out(rect(), point); }
  // The entry (row, column) under a point; nullopt outside the matrix.
  std::optional<std::array<Index, 2>> entry_at(QPointF point) const {
    return picture_.entry_at(rect(), point);
  }

  QSize sizeHint() const override { return {560, 460}; }
  QSize minimumSizeHint() const override { return {220, 170}; }

 signals:
  // The person asked for another part of the matrix (none = all of it); already shown, stretched.
  void window_wanted(std::optional<hessianscope::EntryWindow> window);
  // The read-out under the pointer; empty when it leaves.
  void hovered(QString text);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void leaveEvent(QEvent* event) override;

 private:
  struct Press {
    QPointF point;
    EntryWindow window;  // on screen when the button went down
    bool dragged = false;
  };

  void ask_for(EntryWindow window);
  void show_whole();
  void zoom(double factor, double row_share, double column_share);
  void pan(const EntryWindow& from, Index rows, Index columns);
  void open_block(QPointF point);
  void announce(QPointF point);

  Model model_;
  HeatmapPicture picture_;
  std::optional<EntryWindow> window_;
  std::optional<Press> press_;
  double wheel_rest_ = 0;  // turns of the wheel too small for a step
};

}  // namespace hessianscope
