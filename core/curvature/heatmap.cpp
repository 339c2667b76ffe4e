#include "core/curvature/heatmap.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace hessianscope {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

// The entries of largest magnitude seen so far, kept as the two extremes of many columns at once
// so that rows are read at the full width of the machine.
class ColumnExtremes {
 public:
  void reset(Index columns) {
    high_.setZero(columns);
    low_.setZero(columns);
    poison_.setZero(columns);
  }

  template <class Entries>
  void see(Index first, const Entries& entries) {
    const Index count = entries.size();
    high_.segment(first, count) = high_.segment(first, count).max(entries);
    low_.segment(first, count) = low_.segment(first, count).min(entries);
    poison_.segment(first, count) += entries * 0.0;
  }

  template <class Entries>
  void see_in_one(Index column, const Entries& entries) {
    high_[column] = std::max(high_[column], entries.maxCoeff());
    low_[column] = std::min(low_[column], entries.minCoeff());
    poison_[column] += (entries * 0.0).sum();
  }

  // Of columns first .. first + count - 1 together.
  double largest(Index first, Index count) const {
    double high = 0, low = 0, poison = 0;
    for (Index j = first; j < first + count; ++j) {
      high = std::max(high, high_[j]);
      low = std::min(low, low_[j]);
      poison += poison_[j];
    }
    if (poison != 0) return kNaN;
    return high >= -low ? high : low;
  }

 private:
  Eigen::ArrayXd high_, low_;
  Eigen::ArrayXd poison_;  // NaN from the first entry that is not finite
};

using Run = Eigen::Map<const Eigen::ArrayXd>;

// Hands `count` stored entries of one part from a position in row-major storage to `see`.
template <class See>
void read(const DenseHessian& hessian, Part part, Index at, Index count, const See& see) {
  const Run outer(hessian.outer.data() + at, count);
  const Run functional(hessian.functional.data() + at, count);
  if (part == Part::Outer)
    see(outer);
  else if (part == Part::Functional)
    see(functional);
  else
    see(outer + functional);
}

// Gathers the rows row_begin .. row_end - 1 of the columns from column_begin on. Entries below the
// diagonal are read at their mirror image, along the stored row, so that memory is walked in order
// either way.
void gather(const DenseHessian& hessian, Part part, const EntryWindow& window,
            ColumnExtremes& columns) {
  const Index size = hessian.size();
  columns.reset(window.columns());
  for (Index i = window.row_begin; i < window.row_end; ++i) {
    const Index j = std::max(i, window.column_begin);
    if (j >= window.column_end) break;
    read(hessian, part, i * size + j, window.column_end - j,
         [&](const auto& entries) { columns.see(j - window.column_begin, entries); });
  }
  for (Index j = window.column_begin; j < std::min(window.column_end, window.row_end); ++j) {
    const Index i = std::max(window.row_begin, j + 1);
    if (i >= window.row_end) continue;
    read(hessian, part, j * size + i, window.row_end - i,
         [&](const auto& entries) { columns.see_in_one(j - window.column_begin, entries); });
  }
}

EntryWindow clip(EntryWindow window, Index size) {
  window.row_begin = std::clamp<Index>(window.row_begin, 0, size);
  window.column_begin = std::clamp<Index>(window.column_begin, 0, size);
  window.row_end = std::clamp(window.row_end, window.row_begin, size);
  window.column_end = std::clamp(window.column_end, window.column_begin, size);
  return window;
}

// Largest and smallest non-zero magnitude; written without branches, which could not be predicted.
struct MagnitudeRange {
  double largest = 0, smallest = kInfinity;
  void include(double value) {
    const double magnitude = std::abs(value);
    largest = std::max(largest, magnitude);  // stays what it is beside a NaN
    smallest = std::min(smallest, magnitude > 0 ? magnitude : kInfinity);
  }
  void include(const MagnitudeRange& other) {
    largest = std::max(largest, other.largest);
    smallest = std::min(smallest, other.smallest);
  }
};

// Copies what lies above the diagonal of a square picture below it, tile by tile so that neither
// side is walked down its columns through all of memory.
template <class Cell>
void mirror(Index side, std::vector<Cell>& cells) {
  using Picture = Eigen::Matrix<Cell, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  constexpr Index kTile = 32;
  Eigen::Map<Picture> picture(cells.data(), side, side);
  for (Index row = 0; row < side; row += kTile) {
    const Index rows = std::min(kTile, side - row);
    for (Index column = 0; column < row; column += kTile)
      picture.block(row, column, rows, kTile) = picture.block(column, row, kTile, rows).transpose();
    auto diagonal = picture.block(row, row, rows, rows);
    diagonal.template triangularView<Eigen::StrictlyLower>() = diagonal.transpose();
  }
}

}  // namespace

Heatmap pool(const DenseHessian& hessian, Part part, EntryWindow window, Index max_cells) {
  Heatmap map;
  const Index size = hessian.size();
  map.window = window = clip(window, size);
  const auto ceiling = [](Index a, Index b) { return (a + b - 1) / b; };
  map.pooling = std::max<Index>(1, ceiling(std::max(window.rows(), window.columns()), max_cells));
  map.rows = ceiling(window.rows(), map.pooling);
  map.columns = ceiling(window.columns(), map.pooling);
  map.value.resize(static_cast<std::size_t>(map.rows * map.columns));
  map.log10_magnitude.resize(map.value.size());

  // A window that mirrors into itself is pooled above the diagonal only.
  const bool mirrored =
      window.row_begin == window.column_begin && window.row_end == window.column_end;
  MagnitudeRange range;
#pragma omp parallel
  {
    ColumnExtremes extremes;
    MagnitudeRange own;
    Eigen::ArrayXd logarithms;
#pragma omp for schedule(dynamic, 8)
    for (Index a = 0; a < map.rows; ++a) {
      const Index first_cell = mirrored ? a : 0;
      const Index row_begin = window.row_begin + a * map.pooling;
      const EntryWindow strip{row_begin, std::min(row_begin + map.pooling, window.row_end),
                              window.column_begin + first_cell * map.pooling, window.column_end};
      gather(hessian, part, strip, extremes);

      const Index cells = map.columns - first_cell, start = a * map.columns + first_cell;
      Eigen::Map<Eigen::ArrayXd> values(map.value.data() + start, cells);
      for (Index b = 0; b < cells; ++b) {
        const Index first = b * map.pooling;
        values[b] = extremes.largest(first, std::min(map.pooling, strip.columns() - first));
        own.include(values[b]);
      }
      logarithms = values.abs().log() * std::numbers::log10e;  // many at a time
      Eigen::Map<Eigen::ArrayXf>(map.log10_magnitude.data() + start, cells) =
          logarithms.cast<float>();
    }
#pragma omp critical
    range.include(own);
  }
  if (mirrored) {
    mirror(map.rows, map.value);
    mirror(map.rows, map.log10_magnitude);
  }
  map.largest = range.largest;
  if (range.smallest < kInfinity) map.smallest = range.smallest;
  return map;
}

}  // namespace hessianscope
