#include "core/curvature/block_norms.h"

#include <cmath>

#include "core/curvature/panel_walk.h"

namespace hessianscope {

double BlockNorms::root_mean_square(Part part, const BlockLayout& layout, Index row,
                                    Index column) const {
  const double entries =
      static_cast<double>(layout[row].size()) * static_cast<double>(layout[column].size());
  return of(part)(row, column) / std::sqrt(entries);
}

BlockNorms block_norms(const Curvature& curvature, std::stop_token stop) {
  return walk_panels(curvature, {}, stop);
}

}  // namespace hessianscope
