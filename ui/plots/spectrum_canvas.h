// The drawing of a spectrum plot on QCustomPlot: axes, filled steps, outlines and annotations.
#pragma once

#include <QColor>
#include <vector>

#include "core/spectrum/histogram.h"
#include "ui/plots/plot_title.h"
#include "ui/plots/qcustomplot.h"
#include "ui/plots/spectrum_axes.h"

namespace hessianscope {

// Everything that is drawn, as plain values.
struct SpectrumFrame {
  struct Outline {
    Histogram histogram;
    QColor colour;
    QString name;
  };

  PlotTitle title;
  Theme theme = Theme::Light;
  QColor hue;  // of the positive side
  SpectrumAxes axes;
  QString message;      // instead of everything below when not empty
  Histogram histogram;  // of the viewed part
  std::vector<Outline> outlines;
  double lambda_min = 0, lambda_max = 0;
  double zero_tolerance = 0;
};

class SpectrumCanvas : public QCustomPlot {
 public:
  explicit SpectrumCanvas(QWidget* parent);

  void show_frame(const SpectrumFrame& frame);
  // Draws at the origin of another device.
  void paint(QCPPainter& painter, const QSize& size);

  // Where the histogram stands, in pixels, when the canvas has that size.
  static QRect area(const QSize& size);

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  class Annotations;
  void arrange(const QSize& size);
  void style();
  void fill_graphs();

  SpectrumFrame frame_;
  QCPGraph* negative_;
  QCPGraph* positive_;
  std::array<QCPGraph*, 2> outlines_;
};

}  // namespace hessianscope
