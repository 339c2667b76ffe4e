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

#include "core/live/snapshot.h"
#include "core/spectrum/histogram.h"

class QCPPainter;
class QCustomPlot;

namespace hessianscope {

class PlotTitle;

// What both models share when linked.
struct SpectrumAxes {
  SignedLogAxis axis;
  double low = -1, high = 1;  // in coordinates of `axis`
  double top = 10;            // end of the count axis, which starts at 0.5
  bool operator==(const SpectrumAxes&) const = default;
};

inline constexpr Index kSpectrumBins = 160;

// Axes that hold the spectra given, with the counts of the fullest bin; `range`, in eigenvalues,
// restricts them. Never fails: without non-zero eigenvalues the axis is -1 .. 1.
SpectrumAxes spectrum_axes(const std::vector<const Spectrum*>& spectra,
                           const std::optional<std::array<double, 2>>& range);

// Exact: of the data shown everywhere else. Computing: newer data is being worked on, and what is
// seen belongs to the parameters in the title.
enum class SpectrumMark { Exact, Computing };

class SpectrumPlot : public QWidget {
  Q_OBJECT

 public:
  explicit SpectrumPlot(Model model, QWidget* parent = nullptr);
  ~SpectrumPlot() override;

  Model model() const { return model_; }

  // Draws the spectrum of the part the snapshot's view names, and of those `overlays` that the
  // snapshot holds. A snapshot without spectra, or none, leaves an empty plot that says so.
  void show_snapshot(const SnapshotPointer& snapshot, const std::vector<Part>& overlays,
                     const SpectrumAxes& axes, Theme theme, SpectrumMark mark);

  const SpectrumAxes& axes() const { return axes_; }

  // "λ 0.012 .. 0.015: 7 eigenvalues"; empty outside.
  QString read_out(QPointF place) const;

  void paint(QCPPainter& painter, const QRect& rectangle);

  QSize sizeHint() const override { return {560, 240}; }
  QSize minimumSizeHint() const override { return {240, 140}; }

 signals:
  // The person asked for a range of eigenvalues; none = all of them.
  void range_wanted(std::optional<std::array<double, 2>> eigenvalues);
  void hovered(QString text);

 protected:
  void keyPressEvent(QKeyEvent* event) override;
  void leaveEvent(QEvent* event) override;

 private:
  struct Parts;
  void ask_for(double low, double high);
  void refresh();

  Model model_;
  SnapshotPointer snapshot_;
  std::vector<Part> overlays_;
  SpectrumAxes axes_;
  Theme theme_ = Theme::Light;
  SpectrumMark mark_ = SpectrumMark::Computing;
  std::vector<Histogram> histograms_;  // the viewed part, then overlays
  std::optional<double> pressed_;      // axis coordinate under the pointer
  QCustomPlot* plot_;
  std::unique_ptr<Parts> parts_;  // graphs and labels, owned by plot_
};

}  // namespace hessianscope
