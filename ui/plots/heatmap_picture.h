// The drawing of a heatmap with title, block names and colour bar, free of any widget, so that
// window and export draw the same.
#pragma once

#include <QImage>
#include <QPointF>
#include <QRect>
#include <optional>

#include "core/live/snapshot.h"
#include "ui/plots/colour_bar.h"
#include "ui/plots/colour_scale.h"
#include "ui/plots/plot_title.h"

class QPainter;

namespace hessianscope {

class HeatmapPicture {
 public:
  explicit HeatmapPicture(Model model) : model_(model) {}

  // `window` none: the whole matrix. Clipped to the matrix.
  void set(const SnapshotPointer& snapshot, const ColourScale& scale,
           const std::optional<EntryWindow>& window);
  void set_window(const std::optional<EntryWindow>& window);

  bool empty() const { return !data(); }
  const ModelSnapshot* data() const;  // nullptr without any
  Part part() const { return snapshot_->problem->scenario.view.part; }
  EntryWindow window() const;  // the entries on screen
  Theme theme() const { return scale_.theme(); }

  // Draws into `place`. A raster device gets one colour per device pixel; a vector device
  // every entry in several pixels.
  void paint(QPainter& painter, const QRect& place);

  // The square the matrix fills when the plot stands in `place`.
  static QRect matrix(const QRect& place);
  // The height at which the matrix fills a plot of that width.
  static int height_for(int width);
  // The entry (row, column) under a point; nullopt outside the matrix.
  std::optional<std::array<Index, 2>> entry_at(const QRect& place, QPointF point) const;
  // "QK   W_Q[3,7] × W_K[0,2] = 1.23e−5", exact, with the largest of its cell where cells hold
  // several entries; empty outside the matrix.
  QString read_out(const QRect& place, QPointF point) const;

 private:
  PlotTitle title() const;
  void paint_matrix(QPainter& painter, const QRect& matrix);

  Model model_;
  SnapshotPointer snapshot_;
  ColourScale scale_;
  std::optional<EntryWindow> window_;
  UnplacedCells unplaced_;
  QImage image_;  // of the window at the last size drawn; null when out of date
};

}  // namespace hessianscope
