#include "core/study/slope.h"

#include <cmath>
#include <string>

#include "core/error.h"

namespace hessianscope {
namespace {

bool has_logarithm(double value) {
  return value > 0 && std::isfinite(value);
}

}  // namespace

Slope fit_slope(const std::vector<double>& x, const std::vector<double>& y) {
  if (x.size() != y.size())
    throw Error("a slope needs as many x as y, not " + std::to_string(x.size()) + " and " +
                std::to_string(y.size()));
  Slope result;
  Vector log_x(x.size()), log_y(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (!has_logarithm(x[i]) || !has_logarithm(y[i])) {
      ++result.left_out;
      continue;
    }
    // fmin and fmax: the first point replaces NaN.
    result.first = std::fmin(result.first, x[i]);
    result.last = std::fmax(result.last, x[i]);
    log_x[result.used] = std::log(x[i]);
    log_y[result.used] = std::log(y[i]);
    ++result.used;
  }
  if (result.used == 0 || result.first == result.last) return result;

  const double count = static_cast<double>(result.used);
  const auto centred = [&](const Vector& logarithms) {
    const auto points = logarithms.head(result.used).array();
    return Vector(points - points.mean());
  };
  const Vector across = centred(log_x), up = centred(log_y);
  result.slope = across.dot(up) / across.squaredNorm();
  const double residual = (up - result.slope * across).squaredNorm();
  if (result.used > 2)
    result.standard_error = std::sqrt(residual / (count - 2) / across.squaredNorm());
  if (up.squaredNorm() > 0) result.r_squared = 1 - residual / up.squaredNorm();
  return result;
}

}  // namespace hessianscope
