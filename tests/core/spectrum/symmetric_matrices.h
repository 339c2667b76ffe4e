// Symmetric matrices with known eigenvalues, for the tests of the spectrum room.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <limits>
#include <random>
#include <utility>

#include "core/curvature/dense_hessian.h"
#include "core/linear_algebra.h"
#include "core/spectrum/exact_spectrum.h"

namespace hessianscope {

inline Vector random_vector(Index size, std::uint64_t seed) {
  std::mt19937_64 generator(seed);
  Vector result(size);
  // Uniform on (-1, 1) from the top bits: the same on every standard library.
  for (double& x : result)
    x = static_cast<double>(static_cast<std::int64_t>(generator())) * 0x1p-63;
  return result;
}

inline Matrix random_symmetric(Index size, std::uint64_t seed) {
  const Vector entries = random_vector(size * size, seed);
  const Matrix square = Eigen::Map<const Matrix>(entries.data(), size, size);
  return square + square.transpose();
}

// Q diag(eigenvalues) Q^T with Q a product of four random reflections.
inline Matrix with_eigenvalues(const Vector& eigenvalues, std::uint64_t seed) {
  Matrix result = eigenvalues.asDiagonal();
  for (std::uint64_t step = 0; step < 4; ++step) {
    const Vector v = random_vector(eigenvalues.size(), seed * 4 + step).normalized();
    const Vector y = result * v;
    const Vector z = 2 * (y - v.dot(y) * v);
    result -= v * z.transpose() + z * v.transpose();
  }
  return (result + result.transpose()) / 2;
}

inline Spectrum spectrum_of(Vector eigenvalues) {
  std::sort(eigenvalues.begin(), eigenvalues.end());
  const double trace = eigenvalues.sum(), norm = eigenvalues.norm();
  return summarize(Part::Total, std::move(eigenvalues), trace, norm);
}

// The storage the solvers take, with NaN below the diagonal: who reads it fails.
inline UpperTriangle upper_triangle(const Matrix& matrix) {
  UpperTriangle result;
  const Index size = matrix.rows();
  result.resize(size);
  for (Index i = 0; i < size; ++i) {
    for (Index j = 0; j < size; ++j)
      result.data()[i * size + j] =
          j >= i ? matrix(i, j) : std::numeric_limits<double>::quiet_NaN();
  }
  return result;
}

}  // namespace hessianscope
