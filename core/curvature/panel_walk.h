// The walk over all panels of a Hessian that assembly and block norms share.
#pragma once

#include <stop_token>

#include "core/curvature/block_norms.h"
#include "core/curvature/curvature.h"

namespace hessianscope {

// Where panels go: P x P row-major arrays whose upper triangle is written, or null for panels
// that are formed in cache and dropped.
struct PanelTarget {
  double* outer = nullptr;
  double* functional = nullptr;
};

// Forms every panel of both parts on all cores and returns the block norms of outer, functional
// and total. Sums are formed per panel and added in a fixed order: the result does not depend on
// the number of threads. Throws Interrupted when stopped.
BlockNorms walk_panels(const Curvature& curvature, const PanelTarget& target, std::stop_token stop);

}  // namespace hessianscope
