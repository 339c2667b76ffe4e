// Growth exponents: the least-squares line through log y over log x.
#pragma once

#include <vector>

#include "core/linear_algebra.h"

namespace hessianscope {

// Points with a non-positive or non-finite coordinate are left out and counted, never floored.
struct Slope {
  double slope = 0, standard_error = 0, r_squared = 0;  // NaN with too few points
  double first = 0, last = 0;                           // the x range of the points used
  Index used = 0, left_out = 0;
};

Slope fit_slope(const std::vector<double>& x, const std::vector<double>& y);

}  // namespace hessianscope
