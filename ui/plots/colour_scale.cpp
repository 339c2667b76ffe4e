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

constexpr QRgb kTransparent = 0;
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

// The cell of largest magnitude in each pixel of one row of pixels. Magnitudes of neighbours are in
// no order that a processor could guess: everything here is chosen without a branch.
class LargestCells {
 public:
  LargestCells(const Heatmap& heatmap, const std::vector<Span>& columns)
      : heatmap_(heatmap),
        columns_(columns),
        magnitude_(static_cast<std::size_t>(heatmap.columns)),
        row_(magnitude_.size()) {}

  void find(const Span& rows) {
    const std::size_t count = magnitude_.size();
    const float* cells = row_of(rows.first);
    std::copy_n(cells, count, magnitude_.begin());
    std::fill_n(row_.begin(), count, static_cast<int>(rows.first));
    for (Index row = rows.first + 1; row < rows.last; ++row) {
      cells = row_of(row);
      for (std::size_t column = 0; column < count; ++column) {
        const bool wins = larger(cells[column], magnitude_[column]);
        magnitude_[column] = wins ? cells[column] : magnitude_[column];
        row_[column] = wins ? static_cast<int>(row) : row_[column];
      }
    }
  }

  // Of the pixel in a column of pixels, which must cover a cell.
  Index at(std::size_t pixel) const {
    const Span& span = columns_[pixel];
    std::size_t best = static_cast<std::size_t>(span.first);
    for (std::size_t column = best + 1; column < static_cast<std::size_t>(span.last); ++column)
      best += larger(magnitude_[column], magnitude_[best]) * (column - best);
    return row_[best] * heatmap_.columns + static_cast<Index>(best);
  }

 private:
  // NaN beats everything, so that a damaged entry is never hidden.
  static bool larger(float left, float right) { return !(left <= right) & (right == right); }

  const float* row_of(Index row) const {
    return heatmap_.log10_magnitude.data() + row * heatmap_.columns;
  }

  const Heatmap& heatmap_;
  const std::vector<Span>& columns_;
  std::vector<float> magnitude_;  // in each column of the rows found
  std::vector<int> row_;          // where it stands
};

}  // namespace

ColourScale::ColourScale(ValueScale values, ColourRange range, Theme theme)
    : values_(values),
      range_(range),
      theme_(theme),
      map_(values == ValueScale::Log ? &ColourMap::magnitude() : &ColourMap::signed_values(theme)) {
  const PlotTheme& colours = plot_theme(theme);
  marks_ = {0, colours.below.rgb(), colours.above.rgb(), colours.zero.rgb(),
            colours.not_finite.rgb()};

  const double rounding = values_ == ValueScale::Log ? kRounding : 0;
  inside_low_ = range_.low - rounding;
  inside_high_ = range_.high + rounding;

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
  LargestCells largest(heatmap, columns);
  for (int y = 0; y < pixels.height(); ++y) {
    QRgb* line = reinterpret_cast<QRgb*>(image.scanLine(y));
    const Span& span = rows[static_cast<std::size_t>(y)];
    if (span.empty()) {
      std::fill_n(line, pixels.width(), kTransparent);
      continue;
    }
    if (y > 0 && span == rows[static_cast<std::size_t>(y) - 1]) {
      std::memcpy(line, image.constScanLine(y - 1), static_cast<std::size_t>(pixels.width()) * 4);
      continue;
    }
    largest.find(span);
    for (std::size_t x = 0; x < columns.size(); ++x) {
      if (columns[x].empty()) {
        line[x] = kTransparent;
        continue;
      }
      const std::size_t place = static_cast<std::size_t>(largest.at(x));
      line[x] = cell(heatmap.value[place], heatmap.log10_magnitude[place]);
    }
  }
  return image;
}

}  // namespace hessianscope
