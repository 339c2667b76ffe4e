// Growth exponents: the least-squares line through log y over log x.
//
//   Slope exponent = fit_slope({0.001, 0.01, 0.1}, {3e-6, 3e-4, 3e-2});  // 2
#pragma once

#include <limits>
#include <vector>

#include "core/linear_algebra.h"

namespace hessianscope {

inline constexpr double kUndecided = std::numeric_limits<double>::quiet_NaN();

// log y = slope log x + constant. NaN stands where the points decide nothing: `slope` needs two
// different x, `standard_error` three points as well, `r_squared` a y that varies.
struct Slope {
  double slope = kUndecided;
  double standard_error = kUndecided;  // sqrt(residual squares / (n - 2) / sum (log x - mean)^2)
  double r_squared = kUndecided;       // share of the variance of log y that the line explains
  double first = kUndecided, last = kUndecided;  // smallest and largest x of the points used
  Index used = 0, left_out = 0;                  // points
};

// Fits y over x, vectors of one length. Points with a coordinate that is not positive or not
// finite have no logarithm: they are left out and counted, never floored.
Slope fit_slope(const std::vector<double>& x, const std::vector<double>& y);

}  // namespace hessianscope
