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
#include "ui/plots/colour_scale.h"

class QCPPainter;
class QCustomPlot;
class QMouseEvent;
class QWheelEvent;

namespace hessianscope {

class BlockLabels;
class ColourBar;
class HeatmapLayer;
class PlotTitle;

class HeatmapPlot : public QWidget {
  Q_OBJECT

 public:
  explicit HeatmapPlot(Model model, QWidget* parent = nullptr);
  ~HeatmapPlot() override;

  Model model() const { return model_; }

  // A snapshot with a failure, or none, leaves an empty plot. `window` none: the whole matrix.
  void show_snapshot(const SnapshotPointer& snapshot, const ColourScale& scale,
                     const std::optional<EntryWindow>& window);

  // The entries on screen; none = the whole matrix.
  const std::optional<EntryWindow>& window() const { return window_; }

  // "QK  W_Q[3,7] × W_K[0,2] = 1.23e-5", exact; empty outside the matrix. `place` in pixels of
  // this widget.
  QString read_out(QPointF place) const;
  // The entry under a place; nullopt outside the matrix.
  std::optional<std::array<Index, 2>> entry_at(QPointF place) const;

  // Draws the plot as it is into a rectangle of another device.
  void paint(QCPPainter& painter, const QRect& rectangle);

  QSize sizeHint() const override { return {560, 420}; }
  QSize minimumSizeHint() const override { return {240, 200}; }

 signals:
  // The person asked for another part of the matrix (none = all of it); already shown, stretched.
  void window_wanted(std::optional<hessianscope::EntryWindow> window);
  // The read-out under the pointer; empty when it leaves.
  void hovered(QString text);

 protected:
  void keyPressEvent(QKeyEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void ask_for(std::optional<EntryWindow> window);
  void zoom(double factor, double row, double column);
  void pan(Index rows, Index columns);
  void press(QMouseEvent* event);
  void move(QMouseEvent* event);
  void release(QMouseEvent* event);
  void wheel(QWheelEvent* event);
  void open_block(QPointF place);
  EntryWindow shown() const;
  void arrange(const QSize& size);
  void refresh();

  Model model_;
  SnapshotPointer snapshot_;
  std::optional<EntryWindow> window_;
  std::optional<QPointF> pressed_;
  EntryWindow window_at_press_;
  bool dragged_ = false;
  QCustomPlot* plot_;
  HeatmapLayer* layer_;  // owned by plot_, as are the next three
  BlockLabels* labels_;
  ColourBar* bar_;
  PlotTitle* title_;
};

}  // namespace hessianscope
