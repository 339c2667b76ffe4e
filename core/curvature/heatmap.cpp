#include "core/curvature/heatmap.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace hessianscope {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

// The entry of largest magnitude seen so far.
struct Extreme {
  double high = 0, low = 0;
  double poison = 0;  // becomes NaN with the first entry that is not finite
  void see(double entry) {
    high = std::max(high, entry);
    low = std::min(low, entry);
    poison += entry * 0.0;
  }
  double value() const {
    if (poison != 0) return kNaN;
    return high >= -low ? high : low;
  }
};

// Reads one part at a position in row-major storage.
struct PartReader {
  const double* outer;
  const double* functional;
  Part part;
  double operator()(Index at) const {
    if (part == Part::Outer) return outer[at];
    if (part == Part::Functional) return functional[at];
    return outer[at] + functional[at];
  }
};

// Pools one row of cells: cell b gathers rows row_begin .. row_end - 1, columns from
// column_begin + b * pooling. Entries below the diagonal are read at their mirror image, along
// the stored row, so that memory is walked in order either way.
void pool_cell_row(const PartReader& read, Index size, Index row_begin, Index row_end,
                   Index column_begin, Index column_end, Index pooling,
                   std::vector<Extreme>& cells) {
  for (Index i = row_begin; i < row_end; ++i) {
    Index j = std::max(i, column_begin);
    while (j < column_end) {
      const Index cell = (j - column_begin) / pooling;
      const Index end = std::min(column_end, column_begin + (cell + 1) * pooling);
      Extreme& extreme = cells[static_cast<std::size_t>(cell)];
      for (; j < end; ++j) extreme.see(read(i * size + j));
    }
  }
  for (Index j = column_begin; j < std::min(column_end, row_end); ++j) {
    Extreme& extreme = cells[static_cast<std::size_t>((j - column_begin) / pooling)];
    for (Index i = std::max(row_begin, j + 1); i < row_end; ++i) extreme.see(read(j * size + i));
  }
}

EntryWindow clip(EntryWindow window, Index size) {
  window.row_begin = std::clamp<Index>(window.row_begin, 0, size);
  window.column_begin = std::clamp<Index>(window.column_begin, 0, size);
  window.row_end = std::clamp(window.row_end, window.row_begin, size);
  window.column_end = std::clamp(window.column_end, window.column_begin, size);
  return window;
}

void summarize_cells(Heatmap& map) {
  for (const double value : map.value) {
    const double magnitude = std::abs(value);
    if (!(magnitude > 0)) continue;  // zero or NaN
    map.largest = std::max(map.largest, magnitude);
    map.smallest = map.smallest > 0 ? std::min(map.smallest, magnitude) : magnitude;
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
  const PartReader read{hessian.outer.data(), hessian.functional.data(), part};
#pragma omp parallel
  {
    std::vector<Extreme> cells;
#pragma omp for schedule(dynamic, 8)
    for (Index a = 0; a < map.rows; ++a) {
      const Index first_cell = mirrored ? a : 0;
      cells.assign(static_cast<std::size_t>(map.columns - first_cell), Extreme{});
      const Index row_begin = window.row_begin + a * map.pooling;
      const Index row_end = std::min(row_begin + map.pooling, window.row_end);
      pool_cell_row(read, size, row_begin, row_end, window.column_begin + first_cell * map.pooling,
                    window.column_end, map.pooling, cells);
      for (Index b = first_cell; b < map.columns; ++b) {
        const double value = cells[static_cast<std::size_t>(b - first_cell)].value();
        const float magnitude = static_cast<float>(std::log10(std::abs(value)));
        const auto put = [&](Index row, Index column) {
          const auto at = static_cast<std::size_t>(row * map.columns + column);
          map.value[at] = value;
          map.log10_magnitude[at] = magnitude;
        };
        put(a, b);
        if (mirrored && a != b) put(b, a);
      }
    }
  }
  summarize_cells(map);
  return map;
}

}  // namespace hessianscope
