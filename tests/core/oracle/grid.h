// A row-major table of any scalar, with plain loops: what the oracle's models are written in.
#pragma once

#include <algorithm>
#include <vector>

#include "core/linear_algebra.h"

namespace hessianscope::oracle {

template <class Scalar>
struct Grid {
  Index rows = 0, columns = 0;
  std::vector<Scalar> values;

  Grid(Index r, Index c) : rows(r), columns(c), values(static_cast<std::size_t>(r * c)) {}
  Grid(const Matrix& matrix) : Grid(matrix.rows(), matrix.cols()) {
    std::copy(matrix.data(), matrix.data() + matrix.size(), values.begin());
  }
  Scalar& operator()(Index i, Index j) { return values[static_cast<std::size_t>(i * columns + j)]; }
  const Scalar& operator()(Index i, Index j) const {
    return values[static_cast<std::size_t>(i * columns + j)];
  }
};

template <class Scalar>
Grid<Scalar> product(const Grid<Scalar>& a, const Grid<Scalar>& b) {
  Grid<Scalar> c(a.rows, b.columns);
  for (Index i = 0; i < a.rows; ++i)
    for (Index k = 0; k < a.columns; ++k)
      for (Index j = 0; j < b.columns; ++j) c(i, j) += a(i, k) * b(k, j);
  return c;
}

template <class Scalar>
Grid<Scalar> transposed(const Grid<Scalar>& a) {
  Grid<Scalar> c(a.columns, a.rows);
  for (Index i = 0; i < a.rows; ++i)
    for (Index j = 0; j < a.columns; ++j) c(j, i) = a(i, j);
  return c;
}

// Reads a rows x columns weight matrix off the parameter vector and moves `offset` past it.
template <class Scalar>
Grid<Scalar> take_weights(const std::vector<Scalar>& theta, Index& offset, Index rows,
                          Index columns) {
  Grid<Scalar> weights(rows, columns);
  std::copy_n(theta.begin() + offset, rows * columns, weights.values.begin());
  offset += rows * columns;
  return weights;
}

// The parameter vector: the matrices one after the other, row-major.
inline Vector flatten(const std::vector<Matrix>& matrices) {
  Index size = 0;
  for (const Matrix& matrix : matrices) size += matrix.size();
  Vector theta(size);
  Index offset = 0;
  for (const Matrix& matrix : matrices) {
    std::copy(matrix.data(), matrix.data() + matrix.size(), theta.data() + offset);
    offset += matrix.size();
  }
  return theta;
}

}  // namespace hessianscope::oracle
