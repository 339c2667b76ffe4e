#include "ui/plots/spectrum_plot.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QVBoxLayout>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

#include "ui/plots/plot_text.h"
#include "ui/plots/plot_theme.h"
#include "ui/plots/spectrum_canvas.h"
#include "ui/plots/wheel.h"

namespace hessianscope {
namespace {

constexpr double kNarrowestZoom = 1e-4;  // range in axis coordinates
constexpr int kFrame = 1;                // pixels around the canvas, for the focus frame

QString mark_text(SpectrumMark mark) {
  return mark == SpectrumMark::Exact       ? "exact"
         : mark == SpectrumMark::Computing ? "computing …"
                                           : "stopped";
}

}  // namespace

SpectrumPlot::SpectrumPlot(Model model, QWidget* parent)
    : QWidget(parent), model_(model), canvas_(new SpectrumCanvas(this)) {
  setFocusPolicy(Qt::StrongFocus);
  setAccessibleName(model_text(model) + " eigenvalue histogram");
  auto* box = new QVBoxLayout(this);
  box->setContentsMargins(kFrame, kFrame, kFrame, kFrame);
  box->addWidget(canvas_);
  connect(canvas_, &QCustomPlot::mousePress, this, &SpectrumPlot::press);
  connect(canvas_, &QCustomPlot::mouseMove, this, &SpectrumPlot::move);
  connect(canvas_, &QCustomPlot::mouseRelease, this, [this] { press_.reset(); });
  connect(canvas_, &QCustomPlot::mouseDoubleClick, this, &SpectrumPlot::show_all);
  connect(canvas_, &QCustomPlot::mouseWheel, this, &SpectrumPlot::wheel);
  refresh();
}

const Spectrum* SpectrumPlot::viewed() const {
  if (!snapshot_ || !snapshot_->problem) return nullptr;
  return snapshot_->of(model_).spectrum(snapshot_->problem->scenario.view.part);
}

void SpectrumPlot::show_snapshot(const SnapshotPointer& snapshot, const std::vector<Part>& overlays,
                                 const SpectrumAxes& axes, Theme theme, SpectrumMark mark) {
  snapshot_ = snapshot;
  overlays_ = overlays;
  axes_ = axes;
  theme_ = theme;
  mark_ = mark;
  refresh();
}

PlotTitle SpectrumPlot::title() const {
  const PlotTheme& theme = plot_theme(theme_);
  PlotTitle title;
  title.hue = theme.of(model_);
  title.name = model_text(model_);
  title.mark = mark_text(mark_);
  title.mark_colour = mark_ == SpectrumMark::Exact ? theme.muted : theme.negative;
  const Spectrum* spectrum = viewed();
  if (!spectrum) return title;
  title.name += "  λ(" + part_text(spectrum->part) + ")";
  title.detail = parameters_text(*snapshot_, model_);
  if (!spectrum->self_check_passed) {
    title.mark = "self-check failed";
    title.mark_colour = theme.negative;
  }
  return title;
}

void SpectrumPlot::refresh() {
  const PlotTheme& theme = plot_theme(theme_);
  SpectrumFrame frame;
  frame.title = title();
  frame.theme = theme_;
  frame.hue = theme.of(model_);
  frame.axes = axes_;
  histograms_.clear();
  const auto binned = [&](const Spectrum& spectrum) {
    histograms_.push_back(bin(spectrum, axes_.axis, axes_.low, axes_.high, kSpectrumBins));
    return histograms_.back();
  };
  if (const Spectrum* spectrum = viewed()) {
    frame.histogram = binned(*spectrum);
    frame.lambda_min = spectrum->minimum();
    frame.lambda_max = spectrum->maximum();
    frame.zero_tolerance = spectrum->zero_tolerance;
    for (const Part part : overlays_) {
      const Spectrum* overlay = snapshot_->of(model_).spectrum(part);
      if (!overlay || part == spectrum->part) continue;
      frame.outlines.push_back({binned(*overlay),
                                part == Part::Outer ? theme.outer : theme.functional,
                                part_text(part)});
    }
  } else {
    frame.message = mark_ == SpectrumMark::Computing ? "computing the spectrum …" : "no spectrum";
  }
  canvas_->show_frame(frame);
}

void SpectrumPlot::paint(QCPPainter& painter, const QRect& place) {
  painter.save();
  painter.translate(place.topLeft());
  canvas_->paint(painter, place.size());
  painter.restore();
}

void SpectrumPlot::ask_for(double low, double high) {
  const Spectrum* spectrum = viewed();
  if (!spectrum) return;
  const double first = std::min(0.0, axes_.axis.forward(spectrum->minimum()));
  const double last = std::max(0.0, axes_.axis.forward(spectrum->maximum()));
  if (low >= last || high <= first) return;  // nothing would be left to see
  axes_.low = low;
  axes_.high = high;
  refresh();
  if (low <= first && high >= last) {
    emit range_wanted(std::nullopt);
  } else {
    emit range_wanted(std::array{axes_.axis.inverse(low), axes_.axis.inverse(high)});
  }
}

void SpectrumPlot::show_all() {
  press_.reset();
  if (!viewed()) return;
  axes_ = spectrum_axes({viewed()});
  refresh();
  emit range_wanted(std::nullopt);
}

void SpectrumPlot::zoom(double factor, double share) {
  const double width = axes_.high - axes_.low;
  const double fixed = axes_.low + share * width;
  const double zoomed = std::max(width * factor, kNarrowestZoom);
  ask_for(fixed - share * zoomed, fixed + (1 - share) * zoomed);
}

void SpectrumPlot::press(QMouseEvent* event) {
  if (event->button() == Qt::LeftButton) {
    press_ = Press{event->position().x(), axes_.low, axes_.high};
  }
}

void SpectrumPlot::move(QMouseEvent* event) {
  if (press_) {
    const double moved = event->position().x() - press_->pixel;
    const double by =
        -moved / SpectrumCanvas::area(canvas_->size()).width() * (press_->high - press_->low);
    if (moved != 0) ask_for(press_->low + by, press_->high + by);
  }
  emit hovered(read_out(event->position() + QPointF(kFrame, kFrame)));
}

void SpectrumPlot::wheel(QWheelEvent* event) {
  const QRect area = SpectrumCanvas::area(canvas_->size());
  const double share = (event->position().x() - area.left()) / area.width();
  zoom(std::pow(kZoomStep, event->angleDelta().y() / kAnglePerNotch), std::clamp(share, 0.0, 1.0));
  event->accept();
}

void SpectrumPlot::keyPressEvent(QKeyEvent* event) {
  const double step = (axes_.high - axes_.low) / 8;
  switch (event->key()) {
    case Qt::Key_Plus:
    case Qt::Key_Equal:
      return zoom(kZoomStep, 0.5);
    case Qt::Key_Minus:
      return zoom(1 / kZoomStep, 0.5);
    case Qt::Key_Left:
      return ask_for(axes_.low - step, axes_.high - step);
    case Qt::Key_Right:
      return ask_for(axes_.low + step, axes_.high + step);
    case Qt::Key_0:
    case Qt::Key_Escape:
      return show_all();
    default:
      return QWidget::keyPressEvent(event);
  }
}

void SpectrumPlot::leaveEvent(QEvent*) {
  emit hovered({});
}

void SpectrumPlot::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const PlotTheme& theme = plot_theme(theme_);
  painter.fillRect(rect(), hasFocus() ? theme.of(model_) : theme.paper);
}

QString SpectrumPlot::read_out(QPointF point) const {
  if (histograms_.empty()) return {};
  const Histogram& histogram = histograms_.front();
  const QRect area = SpectrumCanvas::area(canvas_->size()).translated(kFrame, kFrame);
  const double share = (point.x() - area.left()) / area.width();
  if (!(share >= 0 && share < 1) || point.y() < area.top() || point.y() > area.bottom()) return {};
  const double place = axes_.low + share * (axes_.high - axes_.low);
  const double width = histogram.bin_width();
  const double index = std::floor((place - histogram.low) / width);
  if (!(index >= 0 && index < static_cast<double>(histogram.counts.size()))) return {};
  const double left = histogram.low + index * width;
  const Index count = histogram.counts[static_cast<std::size_t>(index)];
  return QString("λ from %1 to %2: %3 %4")
      .arg(rounded_text(axes_.axis.inverse(left), 4),
           rounded_text(axes_.axis.inverse(left + width), 4))
      .arg(count)
      .arg(count == 1 ? "eigenvalue" : "eigenvalues");
}

}  // namespace hessianscope
