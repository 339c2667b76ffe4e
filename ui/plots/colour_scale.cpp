#include "ui/plots/colour_scale.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "ui/plots/plot_theme.h"

namespace hessianscope {
namespace {

// Signed: the decades of either sign that are told apart, and how far below them the colours by
// magnitude begin: there they have reached the neutral middle.
constexpr double kSignedDecades = 3, kSignedTail = 3;
// log10 |entry| is stored as float: an entry at the end of the range must not fall out of it.
constexpr double kRounding = 1e-5;

constexpr int kDotsPerMeter = 3780;  // 96 to the inch

// The cells first .. last - 1 that one pixel covers along one side; empty where it covers none.
struct Span {
  Index first = 0, last = 0;
  bool empty() const { return first >= last; }
  bool operator==(const Span&) const = default;
};

// `begin`, `end`: the entries the pixels cover together; the heatmap starts at entry `origin` and
// ends at `limit`. A pixel that covers less than a cell shows the cell under its middle.
std::vector<Span> spans(Index begin, Index end, int pixels, Index origin, Index limit,
                        Index pooling) {
  std::vector<Span> result(static_cast<std::size_t>(pixels));
  const double step = static_cast<double>(end - begin) / pixels;
  const bool several = step > static_cast<double>(pooling);
  for (int pixel = 0; pixel < pixels; ++pixel) {
    const double from = static_cast<double>(begin) + step * (several ? pixel : pixel + 0.5);
    const double to = several ? static_cast<double>(begin) + step * (pixel + 1) : from;
    const Index first = static_cast<Index>(std::floor(from));
    const Index last = std::max(first + 1, static_cast<Index>(std::ceil(to)));
    if (last <= origin || first >= limit) continue;
    result[static_cast<std::size_t>(pixel)] = {
        (std::max(first, origin) - origin) / pooling,
        (std::min(last, limit) - origin + pooling - 1) / pooling};
  }
  return result;
}

// NaN beats everything, so that a damaged entry is never hidden.
bool larger(float left, float right) {
  return !(left <= right) && !std::isnan(right);
}

// Index of the cell of largest magnitude in each pixel of one row of pixels.
void largest_cells(const Heatmap& heatmap, const Span& rows, const std::vector<Span>& columns,
                   std::vector<Index>& row_best, std::vector<Index>& out) {
  const std::vector<float>& magnitude = heatmap.log10_magnitude;
  const auto at = [&](Index cell) { return magnitude[static_cast<std::size_t>(cell)]; };
  row_best.resize(static_cast<std::size_t>(heatmap.columns));
  for (Index column = 0; column < heatmap.columns; ++column) {
    Index best = rows.first * heatmap.columns + column;
    for (Index row = rows.first + 1; row < rows.last; ++row) {
      const Index cell = row * heatmap.columns + column;
      if (larger(at(cell), at(best))) best = cell;
    }
    row_best[static_cast<std::size_t>(column)] = best;
  }
  for (std::size_t pixel = 0; pixel < columns.size(); ++pixel) {
    const Span& span = columns[pixel];
    Index best = span.empty() ? -1 : row_best[static_cast<std::size_t>(span.first)];
    for (Index column = span.first + 1; column < span.last; ++column) {
      const Index cell = row_best[static_cast<std::size_t>(column)];
      if (larger(at(cell), at(best))) best = cell;
    }
    out[pixel] = best;
  }
}

}  // namespace

ColourScale::ColourScale(ValueScale values, ColourRange range, Theme theme)
    : values_(values),
      range_(range),
      theme_(theme),
      map_(values == ValueScale::Log ? &ColourMap::magnitude() : &ColourMap::signed_values(theme)) {
  const PlotTheme& colours = plot_theme(theme);
  marks_ = {0, colours.below.rgb(), colours.above.rgb(), colours.zero.rgb(),
            colours.not_finite.rgb()};

  double steps_high = range_.high;
  steps_low_ = range_.low;
  if (values_ == ValueScale::Signed) {
    steps_high = std::log10(std::max(std::abs(range_.low), std::abs(range_.high)));
    steps_low_ = steps_high - kSignedDecades - kSignedTail;
  }
  if (!(steps_high > steps_low_)) steps_high = steps_low_ + 1;
  steps_scale_ = (ColourMap::kSteps - 1) / (steps_high - steps_low_);
  for (int step = 0; step < ColourMap::kSteps; ++step) {
    const double magnitude = steps_low_ + step / steps_scale_;
    const std::size_t index = static_cast<std::size_t>(step);
    if (values_ == ValueScale::Log) {
      steps_[0][index] = steps_[1][index] = (*map_)[step];
    } else {
      steps_[0][index] = map_->at(position(-std::pow(10, magnitude)));
      steps_[1][index] = map_->at(position(std::pow(10, magnitude)));
    }
  }
}

double ColourScale::position(double value) const {
  if (values_ == ValueScale::Log) return (value - range_.low) / (range_.high - range_.low);
  const double limit = std::max(std::abs(range_.low), std::abs(range_.high));
  const double decades = std::pow(10, kSignedDecades);
  const double share = std::log10(1 + std::abs(value) / limit * decades) / std::log10(1 + decades);
  return 0.5 + std::copysign(0.5 * share, value);
}

CellPlace ColourScale::place(double value, float log10_magnitude) const {
  if (std::isnan(log10_magnitude)) return CellPlace::NotFinite;
  if (value == 0) return CellPlace::Zero;
  if (values_ == ValueScale::Log) {
    if (log10_magnitude < range_.low - kRounding) return CellPlace::Below;
    if (log10_magnitude > range_.high + kRounding) return CellPlace::Above;
  } else {
    if (value < range_.low) return CellPlace::Below;
    if (value > range_.high) return CellPlace::Above;
  }
  return CellPlace::Inside;
}

QRgb ColourScale::cell(double value, float log10_magnitude) const {
  const CellPlace where = place(value, log10_magnitude);
  if (where != CellPlace::Inside) return marks_[static_cast<std::size_t>(where)];
  const double step = (log10_magnitude - steps_low_) * steps_scale_ + 0.5;
  const double clamped = std::clamp(step, 0.0, ColourMap::kSteps - 1.0);
  return steps_[value > 0][static_cast<std::size_t>(clamped)];
}

QImage ColourScale::paint(const Heatmap& heatmap, const EntryWindow& window, QSize pixels) const {
  QImage image(pixels, QImage::Format_ARGB32_Premultiplied);
  if (image.isNull()) return image;
  // Without this an image carries the resolution of the screen, and with it into files.
  image.setDotsPerMeterX(kDotsPerMeter);
  image.setDotsPerMeterY(kDotsPerMeter);
  const std::vector<Span> rows =
      spans(window.row_begin, window.row_end, pixels.height(), heatmap.window.row_begin,
            heatmap.window.row_end, heatmap.pooling);
  const std::vector<Span> columns =
      spans(window.column_begin, window.column_end, pixels.width(), heatmap.window.column_begin,
            heatmap.window.column_end, heatmap.pooling);
  std::vector<Index> row_best, cells(columns.size());
  for (int y = 0; y < pixels.height(); ++y) {
    QRgb* line = reinterpret_cast<QRgb*>(image.scanLine(y));
    const Span& span = rows[static_cast<std::size_t>(y)];
    if (span.empty()) {
      std::fill_n(line, pixels.width(), qRgba(0, 0, 0, 0));
      continue;
    }
    if (y > 0 && span == rows[static_cast<std::size_t>(y) - 1]) {
      std::memcpy(line, image.constScanLine(y - 1), static_cast<std::size_t>(pixels.width()) * 4);
      continue;
    }
    largest_cells(heatmap, span, columns, row_best, cells);
    Index previous = -1;
    QRgb colour = qRgba(0, 0, 0, 0);
    for (int x = 0; x < pixels.width(); ++x) {
      const Index index = cells[static_cast<std::size_t>(x)];
      if (index != previous) {
        const std::size_t place = static_cast<std::size_t>(index);
        colour = index < 0 ? qRgba(0, 0, 0, 0)
                           : cell(heatmap.value[place], heatmap.log10_magnitude[place]);
        previous = index;
      }
      line[x] = colour;
    }
  }
  return image;
}

}  // namespace hessianscope
