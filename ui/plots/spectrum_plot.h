// The eigenvalues of one model as a histogram on a signed-log axis.
//
//   auto* plot = new SpectrumPlot(Model::Attention, this);
//   connect(plot, &SpectrumPlot::range_wanted, ...);
//   plot->show_snapshot(snapshot, overlays, axes, Theme::Light, SpectrumMark::Exact);
//
// Counts on a logarithmic axis from 0.5; zeros are a number in the corner, never a bar; the
// negative side has a colour of its own; overlays are outlines. Every zoom bins the eigenvalues
// anew. The wheel zooms about the pointer, a drag pans, a double click or Escape shows all.
#pragma once

#include <QWidget>
#include <array>

#include <optional>
#include <vector>

#include "core/live/snapshot.h"
#include "ui/plots/plot_title.h"
#include "ui/plots/spectrum_axes.h"

class QCPPainter;
class QMouseEvent;
class QWheelEvent;

namespace hessianscope {

class SpectrumCanvas;

// Exact: of the data shown everywhere else. Computing: newer data is being worked on, and what is
// seen belongs to the parameters in the title. Stopped: likewise, but nothing newer will come.
enum class SpectrumMark { Exact, Computing, Stopped };

class SpectrumPlot : public QWidget {
  Q_OBJECT

 public:
  explicit SpectrumPlot(Model model, QWidget* parent = nullptr);

  Model model() const { return model_; }

  // Draws the spectrum of the part the snapshot's view names, and of those `overlays` that the
  // snapshot holds. A snapshot without spectra, or none, leaves an empty plot that says so.
  void show_snapshot(const SnapshotPointer& snapshot, const std::vector<Part>& overlays,
                     const SpectrumAxes& axes, Theme theme, SpectrumMark mark);

  const SpectrumAxes& axes() const { return axes_; }
  // What is drawn: the spectrum of the viewed part, then the overlays.
  const std::vector<Histogram>& histograms() const { return histograms_; }

  // "λ from 0.012 to 0.015: 7 eigenvalues"; empty outside. `point` in pixels of this widget.
  QString read_out(QPointF point) const;

  // Draws the plot into a rectangle of another device.
  void paint(QCPPainter& painter, const QRect& place);

  QSize sizeHint() const override { return {560, 240}; }
  QSize minimumSizeHint() const override { return {220, 130}; }

 signals:
  // The person asked for a range of eigenvalues (none = all of them); already shown.
  void range_wanted(std::optional<std::array<double, 2>> eigenvalues);
  // The read-out under the pointer; empty when it leaves.
  void hovered(QString text);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void leaveEvent(QEvent* event) override;

 private:
  struct Press {
    double pixel;
    double low, high;  // on screen when the button went down
  };

  const Spectrum* viewed() const;
  void ask_for(double low, double high);
  void show_all();
  void zoom(double factor, double share);
  void press(QMouseEvent* event);
  void move(QMouseEvent* event);
  void wheel(QWheelEvent* event);
  void refresh();
  PlotTitle title() const;

  Model model_;
  SnapshotPointer snapshot_;
  std::vector<Part> overlays_;
  SpectrumAxes axes_;
  Theme theme_ = Theme::Light;
  SpectrumMark mark_ = SpectrumMark::Computing;
  std::vector<Histogram> histograms_;
  std::optional<Press> press_;
  SpectrumCanvas* canvas_;  // a child
};

}  // namespace hessianscope
