#include "ui/plots/block_norms_picture.h"

#include <QFontMetrics>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <vector>

#include "ui/plots/plot_text.h"
#include "ui/plots/plot_theme.h"
#include "ui/plots/plot_title.h"

namespace hessianscope {
namespace {

constexpr int kPanelGap = 28, kNameWidth = 52, kZeroLane = 40, kColumnWidth = 66;
constexpr int kHeaderHeight = 40, kAxisHeight = 24, kLegendHeight = 24;
constexpr int kNarrowAxis = 120;  // pixels the marks need before a number column is given up
constexpr int kTallestRow = 84;
constexpr int kDodging = 30;   // rows at least that tall give each part a line of its own
constexpr double kMark = 4.5;  // half the extent of a mark

QColor part_colour(const PlotTheme& theme, Model model, Part part) {
  return part == Part::Total   ? theme.of(model)
         : part == Part::Outer ? theme.outer
                               : theme.functional;
}

// Total: a disc. Outer: an empty square. Functional: an empty diamond.
void paint_mark(QPainter& painter, QPointF at, Part part, const QColor& colour,
                const QColor& paper) {
  painter.setRenderHint(QPainter::Antialiasing, true);
  if (part == Part::Total) {
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    painter.drawEllipse(at, kMark, kMark);
  } else {
    painter.setPen(QPen(colour, 1.6));
    painter.setBrush(paper);
    const double r = part == Part::Outer ? kMark - 1.2 : kMark;
    const QPolygonF square(
        {at + QPointF(-r, -r), at + QPointF(r, -r), at + QPointF(r, r), at + QPointF(-r, r)});
    const QPolygonF diamond(
        {at + QPointF(-r, 0), at + QPointF(0, -r), at + QPointF(r, 0), at + QPointF(0, r)});
    painter.drawPolygon(part == Part::Outer ? square : diamond);
  }
  painter.setRenderHint(QPainter::Antialiasing, false);
}

// One number column: a part, as norm or as root mean square.
struct NumberColumn {
  Part part;
  bool root_mean_square;
};

// As many columns as leave room for the marks, the most telling first.
std::vector<NumberColumn> columns_for(int width) {
  const std::vector<NumberColumn> all = {{Part::Total, false},      {Part::Outer, false},
                                         {Part::Functional, false}, {Part::Total, true},
                                         {Part::Outer, true},       {Part::Functional, true}};
  const int room = (width - kNameWidth - kZeroLane - kNarrowAxis) / kColumnWidth;
  const std::size_t count = room >= 6 ? 6 : room >= 4 ? 4 : room >= 3 ? 3 : room >= 1 ? 1 : 0;
  return {all.begin(), all.begin() + static_cast<std::ptrdiff_t>(count)};
}

// One model: a row for each pair of the upper triangle.
class Panel {
 public:
  Panel(QPainter& painter, const QRect& place, const Snapshot& snapshot, Model model,
        const NormAxis& axis, const PlotTheme& theme)
      : painter_(painter),
        place_(place),
        data_(snapshot.of(model)),
        model_(model),
        axis_(axis),
        theme_(theme),
        columns_(columns_for(place.width())) {
    const Index blocks = data_.curvature->layout().count();
    const int rows = static_cast<int>(blocks * (blocks + 1) / 2);
    row_height_ = std::clamp((place.height() - kTitleHeight - kHeaderHeight - kAxisHeight) / rows,
                             8, kTallestRow);
    top_ = place.top() + kTitleHeight + kHeaderHeight;
    bottom_ = top_ + rows * row_height_;
    const int numbers = static_cast<int>(columns_.size()) * kColumnWidth;
    left_ = place.left() + kNameWidth + kZeroLane;
    right_ = std::max(left_ + 1, place.right() - numbers - 12);
    PlotTitle title;
    title.hue = theme.of(model);
    title.name = model_text(model);
    title.detail = parameters_text(snapshot, model);
    paint_title(painter, QRect(place.left(), place.top(), place.width(), kTitleHeight), title,
                theme);
  }

  void paint() {
    paint_axis();
    paint_header();
    const BlockLayout& layout = data_.curvature->layout();
    int line = top_;
    for (Index row = 0; row < layout.count(); ++row) {
      for (Index column = row; column < layout.count(); ++column) {
        paint_row(line, row, column);
        line += row_height_;
      }
    }
  }

 private:
  double x_of(double norm) const {
    if (norm == 0) return left_ - 0.6 * kZeroLane;
    return left_ + axis_.share(norm) * (right_ - left_);
  }

  void paint_axis() {
    painter_.setFont(figure_font(11));
    const int step = std::max(1, (axis_.high - axis_.low) * 44 / std::max(1, right_ - left_) + 1);
    const auto label = [&](double x, const QString& text) {
      painter_.setPen(theme_.muted);
      painter_.drawText(QRectF(x - 40, bottom_ + 4, 80, 16), Qt::AlignHCenter | Qt::AlignTop, text);
    };
    for (int power = axis_.low; power <= axis_.high; ++power) {
      const double x = x_of(std::pow(10, power));
      painter_.fillRect(QRectF(qRound(x), top_, 1, bottom_ - top_), theme_.grid);
      if ((axis_.high - power) % step == 0) label(x, power_text(power));
    }
    painter_.fillRect(QRectF(qRound(x_of(0)), top_, 1, bottom_ - top_), theme_.grid);
    label(x_of(0), "0");
    painter_.fillRect(place_.left(), top_ - 1, place_.width(), 1, theme_.line);
    painter_.fillRect(place_.left(), bottom_, place_.width(), 1, theme_.line);
  }

  void paint_header() {
    painter_.setFont(figure_font(11));
    painter_.setPen(theme_.muted);
    painter_.drawText(QRect(place_.left(), top_ - 20, kNameWidth, 18),
                      Qt::AlignLeft | Qt::AlignVCenter, "block");
    painter_.drawText(QRect(left_ - kZeroLane, top_ - 20, right_ - left_ + kZeroLane, 18),
                      Qt::AlignLeft | Qt::AlignVCenter, "norm, log axis");
    int x = place_.right() + 1 - static_cast<int>(columns_.size()) * kColumnWidth;
    for (std::size_t index = 0; index < columns_.size(); ++index, x += kColumnWidth) {
      const NumberColumn& column = columns_[index];
      if (index == 0 || index == 3) {
        const int group = std::min<int>(3, static_cast<int>(columns_.size() - index));
        painter_.setPen(theme_.muted);
        painter_.drawText(
            QRect(x, top_ - 38, group * kColumnWidth, 18),
            Qt::AlignRight | Qt::AlignVCenter | Qt::TextDontClip,
            column.root_mean_square ? "root mean square per entry" : "Frobenius norm");
      }
      static const std::array<const char*, 3> names = {"total", "outer", "funct."};
      painter_.setPen(part_colour(theme_, model_, column.part));
      painter_.drawText(QRect(x, top_ - 20, kColumnWidth, 18), Qt::AlignRight | Qt::AlignVCenter,
                        names[static_cast<std::size_t>(column.part)]);
    }
  }

  void paint_row(int line, Index row, Index column) {
    const BlockLayout& layout = data_.curvature->layout();
    const double middle = line + row_height_ / 2.0;
    painter_.setFont(figure_font(12, QFont::DemiBold));
    painter_.setPen(theme_.text);
    painter_.drawText(QRect(place_.left(), line, kNameWidth, row_height_),
                      Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip,
                      block_pair_text(layout[row].name, layout[column].name));

    // From the axis a thread leads to each mark; in low rows all three lie on one line.
    const double dodge = row_height_ >= kDodging ? row_height_ * 0.25 : 0;
    for (const Part part : {Part::Functional, Part::Outer, Part::Total}) {
      const double norm = data_.norms.of(part)(row, column);
      if (!std::isfinite(norm)) continue;  // the number beside it says so
      const double y = middle + dodge * (static_cast<int>(part) - 1);
      const double x = x_of(norm);
      const QColor colour = part_colour(theme_, model_, part);
      if (x > left_) painter_.fillRect(QRectF(left_, qRound(y), x - left_, 1), colour);
      paint_mark(painter_, {x, qRound(y) + 0.5}, part, colour, theme_.paper);
    }
    painter_.fillRect(place_.left(), line + row_height_, place_.width(), 1, theme_.grid);

    painter_.setFont(figure_font(11));
    int x = place_.right() + 1 - static_cast<int>(columns_.size()) * kColumnWidth;
    for (const NumberColumn& number : columns_) {
      const double value = number.root_mean_square
                               ? data_.norms.root_mean_square(number.part, layout, row, column)
                               : data_.norms.of(number.part)(row, column);
      painter_.setPen(value == 0 ? theme_.muted : theme_.text);
      painter_.drawText(QRect(x, line, kColumnWidth, row_height_),
                        Qt::AlignRight | Qt::AlignVCenter | Qt::TextDontClip, rounded_text(value));
      x += kColumnWidth;
    }
  }

  QPainter& painter_;
  QRect place_;
  const ModelSnapshot& data_;
  Model model_;
  NormAxis axis_;
  const PlotTheme& theme_;
  std::vector<NumberColumn> columns_;
  int row_height_, top_, bottom_, left_, right_;
};

void paint_legend(QPainter& painter, const QRect& line, const PlotTheme& theme) {
  painter.setFont(figure_font(11));
  const QFontMetrics metrics(painter.font());
  int x = line.left() + 6;
  for (const Part part : kParts) {
    const QColor colour = part == Part::Total ? theme.muted : part_colour(theme, {}, part);
    paint_mark(painter, QPointF(x, line.center().y()), part, colour, theme.paper);
    x += 12;
    const QString text = part_text(part);
    painter.setPen(theme.text);
    painter.drawText(QRect(x, line.top(), line.width(), line.height()),
                     Qt::AlignLeft | Qt::AlignVCenter, text);
    x += metrics.horizontalAdvance(text) + 22;
  }
}

}  // namespace

double NormAxis::share(double norm) const {
  return std::clamp((std::log10(norm) - low) / (high - low), 0.0, 1.0);
}

NormAxis norm_axis(const Snapshot& snapshot) {
  double smallest = 0, largest = 0;
  for (const ModelSnapshot& model : snapshot.models) {
    for (const Matrix& norms : model.norms.frobenius) {
      for (const double norm : norms.reshaped()) {
        if (!(norm > 0) || !std::isfinite(norm)) continue;
        largest = std::max(largest, norm);
        smallest = smallest > 0 ? std::min(smallest, norm) : norm;
      }
    }
  }
  if (!(largest > 0)) return {};
  NormAxis axis;
  axis.low = static_cast<int>(std::floor(std::log10(smallest)));
  axis.high = std::max(axis.low + 1, static_cast<int>(std::ceil(std::log10(largest))));
  return axis;
}

void paint_block_norms(QPainter& painter, const QRect& place, const Snapshot& snapshot,
                       Theme theme) {
  const PlotTheme& colours = plot_theme(theme);
  const NormAxis axis = norm_axis(snapshot);
  const int width = (place.width() - kPanelGap) / 2;
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing, false);
  for (const Model model : kModels) {
    const int left = place.left() + (model == Model::Attention ? 0 : width + kPanelGap);
    const QRect half(left, place.top(), width, place.height() - kLegendHeight);
    Panel(painter, half, snapshot, model, axis, colours).paint();
  }
  paint_legend(
      painter,
      QRect(place.left(), place.bottom() + 1 - kLegendHeight, place.width(), kLegendHeight),
      colours);
  painter.restore();
}

}  // namespace hessianscope
