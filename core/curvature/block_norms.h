// Frobenius norms of every block in every part.
#pragma once

#include <array>
#include <stop_token>

#include "core/curvature/curvature.h"
#include "core/linear_algebra.h"

namespace hessianscope {

struct BlockNorms {
  // Symmetric B x B per part, indexed by Part. Entry (r, c) is ||H[r, c]||_F.
  std::array<Matrix, 3> frobenius;

  const Matrix& of(Part part) const { return frobenius[static_cast<std::size_t>(part)]; }
  // ||H||_F of the whole part.
  double whole(Part part) const { return of(part).norm(); }
  // Root mean square per entry of a block: blocks of different size become comparable.
  double root_mean_square(Part part, const BlockLayout& layout, Index row, Index column) const;
};

// The norms without storing the Hessian: panels are formed in cache and dropped. Any size.
// Throws Interrupted when stopped.
BlockNorms block_norms(const Curvature& curvature, std::stop_token stop = {});

}  // namespace hessianscope
