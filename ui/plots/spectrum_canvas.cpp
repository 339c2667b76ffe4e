#include "ui/plots/spectrum_canvas.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/spectrum/signed_log_ticks.h"
#include "ui/plots/plot_text.h"
#include "ui/plots/plot_theme.h"

namespace hessianscope {
namespace {

constexpr int kLeftMargin = 50, kRightMargin = 14, kBottomMargin = 42;
constexpr int kFooterGap = 16;
constexpr double kBase = 0.5;  // where bars begin on the logarithmic count axis
constexpr double kGap = std::numeric_limits<double>::quiet_NaN();
constexpr int kTickPitch = 48;  // pixels a label of the eigenvalue axis needs

// Ticks worked out elsewhere.
class FixedTicker : public QCPAxisTicker {
 public:
  void add(double position, const QString& label) {
    positions_.append(position);
    labels_.append(label);
  }
  void add_minor(double position) { minor_.append(position); }

  void generate(const QCPRange&, const QLocale&, QChar, int, QVector<double>& ticks,
                QVector<double>* minor, QVector<QString>* labels) override {
    ticks = positions_;
    if (minor) *minor = minor_;
    if (labels) *labels = labels_;
  }

 private:
  QVector<double> positions_, minor_;
  QVector<QString> labels_;
};

QString tick_text(const SignedLogTick& tick) {
  if (tick.mantissa == 0) return "0";
  const bool plain = tick.exponent >= -2 && tick.exponent <= 3;
  if (std::abs(tick.mantissa) != 1 && plain) return rounded_text(tick.value(), 6);
  const QString power = tick.exponent == 0 ? QString("1") : power_text(tick.exponent);
  if (tick.mantissa == 1) return power;
  if (tick.mantissa == -1) return "−" + power;
  return rounded_text(tick.mantissa, 6) + "·" + power;
}

// Steps over the bins from `first` to `last` - 1, with gaps where bins are empty.
QVector<QCPGraphData> steps(const Histogram& histogram, Index first, Index last) {
  QVector<QCPGraphData> points;
  bool open = false;
  for (Index index = first; index < last; ++index) {
    const double left = histogram.edge(index);
    const double count = static_cast<double>(histogram.counts[static_cast<std::size_t>(index)]);
    if (count > 0) {
      if (!open) points.append({left, kBase});
      points.append({left, count});
      points.append({histogram.edge(index + 1), count});
    } else if (open) {
      points.append({left, kBase});
      points.append({left, kGap});
    }
    open = count > 0;
  }
  if (open) points.append({points.back().key, kBase});
  return points;
}

Index bins_of(const Histogram& histogram) {
  return static_cast<Index>(histogram.counts.size());
}

// The number of bins left of zero; zero is an edge whenever it lies inside the range.
Index bins_left_of_zero(const Histogram& histogram) {
  Index left = 0;
  while (left < bins_of(histogram) && histogram.edge(left + 1) <= 0) ++left;
  return left;
}

QSharedPointer<QCPAxisTicker> count_ticks(double top) {
  QSharedPointer<FixedTicker> ticker(new FixedTicker);
  for (double count = 1; count <= top; count *= 10) {
    ticker->add(count, rounded_text(count, 6));
    for (int digit = 2; digit < 10 && digit * count <= top; ++digit) {
      ticker->add_minor(digit * count);
    }
  }
  return ticker;
}

QSharedPointer<QCPAxisTicker> eigenvalue_ticks(const SpectrumAxes& axes, int most) {
  QSharedPointer<FixedTicker> ticker(new FixedTicker);
  const SignedLogTicks ticks = signed_log_ticks(axes.axis, axes.low, axes.high, most);
  for (const SignedLogTick& tick : ticks.major) ticker->add(tick.position, tick_text(tick));
  for (const double position : ticks.minor) ticker->add_minor(position);
  return ticker;
}

}  // namespace

// Title, eigenvalue marks and the numbers below the axis.
class SpectrumCanvas::Annotations : public QCPLayerable {
 public:
  explicit Annotations(SpectrumCanvas* canvas) : QCPLayerable(canvas, "axes"), canvas_(canvas) {}

 protected:
  void applyDefaultAntialiasingHint(QCPPainter* painter) const override {
    painter->setAntialiasing(false);
  }

  void draw(QCPPainter* painter) override {
    const SpectrumFrame& frame = canvas_->frame_;
    const PlotTheme& theme = plot_theme(frame.theme);
    const QRect all = canvas_->viewport();
    paint_title(*painter, QRect(all.left(), all.top(), all.width(), kTitleHeight), frame.title,
                theme);
    if (!frame.message.isEmpty()) {
      painter->setFont(figure_font(12));
      painter->setPen(theme.muted);
      painter->drawText(all.adjusted(kLeftMargin, kTitleHeight, -kRightMargin, -kBottomMargin),
                        Qt::AlignCenter | Qt::TextWordWrap, frame.message);
      return;
    }
    draw_footer(*painter, all);
    draw_marks(*painter);
  }

 private:
  // Below the axis: what it measures or what lies outside it, overlays, zeros; from the most to
  // the least needed as far as there is room.
  void draw_footer(QCPPainter& painter, const QRect& all) {
    const SpectrumFrame& frame = canvas_->frame_;
    const PlotTheme& theme = plot_theme(frame.theme);
    const QRect line = all.adjusted(kLeftMargin, all.height() - 19, -kRightMargin, -3);
    painter.setFont(figure_font(11));
    const QFontMetrics metrics(painter.font());

    QString zeros = rounded_text(static_cast<double>(frame.histogram.zeros), 12) + " zeros";
    const QString tolerance = " (|λ| ≤ " + rounded_text(frame.zero_tolerance, 2) + ")";
    if (frame.zero_tolerance > 0 && metrics.horizontalAdvance(zeros + tolerance) < line.width()) {
      zeros += tolerance;
    }
    painter.setPen(theme.muted);
    painter.drawText(line, Qt::AlignRight | Qt::AlignVCenter, zeros);
    const int end = line.right() - metrics.horizontalAdvance(zeros) - kFooterGap;

    int x = line.left();
    const Index outside = frame.histogram.below + frame.histogram.above;
    const QString left = outside == 0 ? QString("eigenvalue λ")
                                      : QString("%1 left of the range, %2 right of it")
                                            .arg(frame.histogram.below)
                                            .arg(frame.histogram.above);
    if (x + metrics.horizontalAdvance(left) <= end) {
      painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter, left);
      x += metrics.horizontalAdvance(left) + kFooterGap;
    }
    for (const SpectrumFrame::Outline& outline : frame.outlines) {
      const int width = 21 + metrics.horizontalAdvance(outline.name);
      if (x + width > end) break;
      painter.setPen(QPen(outline.colour, 1.5));
      painter.drawLine(QLineF(x, line.center().y(), x + 16, line.center().y()));
      painter.setPen(theme.text);
      painter.drawText(QRect(x + 21, line.top(), width, line.height()),
                       Qt::AlignLeft | Qt::AlignVCenter, outline.name);
      x += width + kFooterGap;
    }
  }

  // The extreme eigenvalues, each a line with its value; the label stands on the side with more
  // room, and the second one lower where they would meet.
  void draw_marks(QCPPainter& painter) {
    const SpectrumFrame& frame = canvas_->frame_;
    const PlotTheme& theme = plot_theme(frame.theme);
    const QRect area = canvas_->axisRect()->rect();
    const QFont font = figure_font(11);
    const QFontMetrics metrics(font);
    painter.setFont(font);
    QRect taken;
    const struct {
      double value;
      QString name;
    } marks[] = {{frame.lambda_max, "λₘₐₓ = "}, {frame.lambda_min, "λₘᵢₙ = "}};
    for (const auto& mark : marks) {
      const double place = frame.axes.axis.forward(mark.value);
      if (place < frame.axes.low || place > frame.axes.high) continue;
      const int x = qRound(canvas_->xAxis->coordToPixel(place));
      const QString text = mark.name + rounded_text(mark.value, 4);
      const int width = metrics.horizontalAdvance(text);
      const bool to_the_left = x - area.left() > area.right() - x;
      QRect label(to_the_left ? x - 5 - width : x + 5, area.top() + 5, width, metrics.height());
      if (label.adjusted(-8, 0, 8, 0).intersects(taken)) label.translate(0, metrics.height() + 2);
      taken = label;
      const QColor colour = mark.value < 0   ? theme.negative
                            : mark.value > 0 ? frame.hue
                                             : theme.muted;
      painter.setPen(QPen(colour, 1, Qt::DashLine));
      painter.drawLine(QLineF(x, area.top() + 2, x, area.bottom()));
      painter.setPen(theme.text);
      painter.drawText(label, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip, text);
    }
  }

  SpectrumCanvas* canvas_;
};

SpectrumCanvas::SpectrumCanvas(QWidget* parent) : QCustomPlot(parent) {
  setNoAntialiasingOnDrag(false);
  axisRect()->setAutoMargins(QCP::msNone);
  plotLayout()->setMargins({});
  yAxis->setScaleType(QCPAxis::stLogarithmic);
  yAxis->setLabel("count");
  xAxis2->setVisible(true);
  yAxis2->setVisible(true);
  for (QCPAxis* axis : {xAxis2, yAxis2}) {
    axis->setTicks(false);
    axis->setTickLabels(false);
  }
  const auto add = [this] {
    QCPGraph* added = addGraph();
    added->setAdaptiveSampling(false);
    added->setPen(Qt::NoPen);
    added->setAntialiased(false);
    added->setAntialiasedFill(false);
    return added;
  };
  negative_ = add();
  positive_ = add();
  for (QCPGraph*& outline : outlines_) outline = add();
  new Annotations(this);  // the plot owns it
  arrange(size());
}

QRect SpectrumCanvas::area(const QSize& size) {
  return {kLeftMargin, kTitleHeight, std::max(1, size.width() - kLeftMargin - kRightMargin),
          std::max(1, size.height() - kTitleHeight - kBottomMargin)};
}

void SpectrumCanvas::arrange(const QSize& size) {
  const QRect inner = area(size);
  axisRect()->setMargins({inner.left(), inner.top(), size.width() - inner.right() - 1,
                          size.height() - inner.bottom() - 1});
  xAxis->setTicker(eigenvalue_ticks(frame_.axes, std::max(3, inner.width() / kTickPitch)));
}

void SpectrumCanvas::style() {
  const PlotTheme& theme = plot_theme(frame_.theme);
  setBackground(QBrush(theme.paper));
  for (QCPAxis* axis : {xAxis, yAxis, xAxis2, yAxis2}) {
    axis->setBasePen(QPen(theme.line, 1));
    axis->setTickPen(QPen(theme.line, 1));
    axis->setSubTickPen(QPen(theme.line, 1));
    axis->setTickLabelFont(figure_font(11));
    axis->setTickLabelColor(theme.text);
    axis->setTickLabelPadding(3);
    axis->setLabelFont(figure_font(11));
    axis->setLabelColor(theme.muted);
    axis->setLabelPadding(2);
    axis->setTickLengthIn(0);
    axis->setTickLengthOut(4);
    axis->setSubTickLengthIn(0);
    axis->setSubTickLengthOut(2);
    axis->grid()->setPen(QPen(theme.grid, 1));
    axis->grid()->setZeroLinePen(QPen(theme.line, 1));
    axis->setVisible(frame_.message.isEmpty());
  }
}

void SpectrumCanvas::fill_graphs() {
  const PlotTheme& theme = plot_theme(frame_.theme);
  const SpectrumAxes& axes = frame_.axes;
  xAxis->setRange(axes.low, axes.high);
  yAxis->setRange(kBase, axes.top);
  yAxis->setTicker(count_ticks(axes.top));
  negative_->setBrush(theme.negative);
  positive_->setBrush(frame_.hue);
  const Index middle = bins_left_of_zero(frame_.histogram);
  negative_->data()->set(steps(frame_.histogram, 0, middle), true);
  positive_->data()->set(steps(frame_.histogram, middle, bins_of(frame_.histogram)), true);
  for (std::size_t index = 0; index < outlines_.size(); ++index) {
    QCPGraph* graph_of = outlines_[index];
    const bool there = index < frame_.outlines.size();
    graph_of->setVisible(there);
    if (!there) continue;
    graph_of->setPen(QPen(frame_.outlines[index].colour, 1.5));
    const Histogram& outline = frame_.outlines[index].histogram;
    graph_of->data()->set(steps(outline, 0, bins_of(outline)), true);
  }
}

void SpectrumCanvas::show_frame(const SpectrumFrame& frame) {
  frame_ = frame;
  style();
  fill_graphs();
  arrange(size());
  replot(rpQueuedReplot);
}

void SpectrumCanvas::paint(QCPPainter& painter, const QSize& size) {
  arrange(size);
  toPainter(&painter, size.width(), size.height());
  arrange(this->size());
}

void SpectrumCanvas::resizeEvent(QResizeEvent* event) {
  arrange(event->size());
  QCustomPlot::resizeEvent(event);
}

}  // namespace hessianscope
