#include "core/spectrum/shape.h"

#include <algorithm>
#include <cmath>

namespace hessianscope {

double negative_share(const Spectrum& spectrum) {
  const Index size = spectrum.eigenvalues.size();
  return size == 0 ? 0 : static_cast<double>(spectrum.negative) / static_cast<double>(size);
}

double effective_rank(const Spectrum& spectrum) {
  const double largest = std::max(std::abs(spectrum.minimum()), std::abs(spectrum.maximum()));
  if (largest == 0) return 0;
  // In units of the largest, so that squares neither overflow nor vanish.
  const Vector share = (spectrum.eigenvalues / largest).cwiseAbs();
  const double sum = share.sum();
  return sum * sum / share.squaredNorm();
}

}  // namespace hessianscope
