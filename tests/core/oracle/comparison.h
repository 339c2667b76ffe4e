// How far a computed Hessian is from its reference, block by block.
#pragma once

#include <cmath>
#include <limits>
#include <string>

#include "core/curvature/curvature.h"
#include "core/curvature/dense_hessian.h"

namespace hessianscope::oracle {

struct BlockError {
  double relative = 0;  // ||computed - expected||_F / ||expected||_F of the worst block
  std::string block;
};

// A block whose reference is exactly zero must be exactly zero; if it is not, or if anything is not
// finite, its error is infinite.
inline BlockError worst_block(const BlockLayout& layout, const Matrix& computed,
                              const Matrix& expected) {
  BlockError worst;
  for (const Block& row : layout.blocks())
    for (const Block& column : layout.blocks()) {
      const auto part_of = [&](const Matrix& whole) {
        return whole.block(row.offset, column.offset, row.size(), column.size());
      };
      const double size = part_of(expected).norm();
      const double difference = (part_of(computed) - part_of(expected)).norm();
      double relative = difference == 0 ? 0 : difference / size;
      if (!std::isfinite(relative)) relative = std::numeric_limits<double>::infinity();
      if (relative > worst.relative) worst = {relative, row.name + " " + column.name};
    }
  return worst;
}

// The whole Hessian, one entry at a time.
inline Matrix entries(const Curvature& curvature, Part part) {
  const Index size = curvature.parameters();
  Matrix result(size, size);
  for (Index i = 0; i < size; ++i)
    for (Index j = 0; j < size; ++j) result(i, j) = curvature.entry(part, i, j);
  return result;
}

// The whole Hessian as it is assembled.
inline Matrix assembled(const Curvature& curvature, Part part) {
  DenseHessian hessian;
  assemble(curvature, hessian);
  const Index size = curvature.parameters();
  Matrix result(size, size);
  for (Index i = 0; i < size; ++i)
    for (Index j = 0; j < size; ++j) result(i, j) = hessian.entry(part, i, j);
  return result;
}

}  // namespace hessianscope::oracle
