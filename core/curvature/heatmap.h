// Pooled pictures of the Hessian: each cell shows the entry of largest magnitude in it, so that
// one bright row among thousands stays visible.
#pragma once

#include <vector>

#include "core/curvature/dense_hessian.h"

namespace hessianscope {

// The rectangle of entries a picture shows: rows row_begin .. row_end - 1, columns likewise.
struct EntryWindow {
  Index row_begin = 0, row_end = 0, column_begin = 0, column_end = 0;
  Index rows() const { return row_end - row_begin; }
  Index columns() const { return column_end - column_begin; }
  bool operator==(const EntryWindow&) const = default;
};

struct Heatmap {
  EntryWindow window;
  Index pooling = 1;            // entries per cell along each side; the last cell may hold fewer
  Index rows = 0, columns = 0;  // cells
  // Row-major, rows x columns: the signed entry of largest magnitude in the cell. NaN if any
  // entry of the cell is not finite.
  std::vector<double> value;
  // log10 |value|, -infinity where it is exactly zero, NaN where it is not finite. Subnormal
  // magnitudes count as the smallest normal one.
  std::vector<float> log10_magnitude;
  double largest = 0;   // largest finite |entry| in the window
  double smallest = 0;  // smallest non-zero |cell|; 0 when every cell is zero
};

// Pools `window` of one part so that neither side has more than `max_cells` cells. The window is
// clipped to the matrix. Runs on all cores.
Heatmap pool(const DenseHessian& hessian, Part part, EntryWindow window, Index max_cells);

// The whole matrix.
inline EntryWindow whole_window(Index parameters) {
  return {0, parameters, 0, parameters};
}

}  // namespace hessianscope
