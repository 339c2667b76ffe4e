// Draws any figure into any device, with the plots the window uses. Needs a QApplication (any
// platform, also "offscreen").
//
//   FigurePainter painter;
//   QImage picture = painter.image(FigureView::Overview, state, {1280, 720}, 1.0, Theme::Light);
#pragma once

#include <QImage>
#include <QSize>
#include <memory>

#include "ui/figure/figure_state.h"
#include "ui/figure/figure_view.h"

class QPaintDevice;

namespace hessianscope {

// Sizes a figure may have, in logical pixels, and device pixels per logical pixel.
inline constexpr int kMinimumFigureSide = 64, kMaximumFigureSide = 16384;
inline constexpr double kMinimumFigureScale = 0.5, kMaximumFigureScale = 8.0;
// Pixels of a raster figure after scaling.
inline constexpr double kMaximumFigurePixels = 200e6;

// Throws Error naming size or scale and what is allowed.
void check_figure_size(QSize size, double scale);

// Keeps its plots from figure to figure: painting the same view again costs only the painting.
class FigurePainter {
 public:
  FigurePainter();
  ~FigurePainter();

  // Throws Error for a state without data, a size out of bounds, or a machine without fonts.
  QImage image(FigureView view, const FigureState& state, QSize size, double scale, Theme theme);

  // Draws in logical pixels on a device whose coordinates are logical pixels times `scale`.
  // `vector` devices get exact positions instead of ones aligned to pixels.
  void paint(QPaintDevice& device, FigureView view, const FigureState& state, QSize size,
             double scale, Theme theme, bool vector);

 private:
  struct Plots;
  std::unique_ptr<Plots> plots_;
};

}  // namespace hessianscope
