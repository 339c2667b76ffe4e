#include "core/data/layer_norm.h"

#include <cmath>

namespace hessianscope {

Matrix layer_norm(const Matrix& X) {
  Matrix normed(X.rows(), X.cols());
  const auto width = static_cast<double>(X.cols());
  for (Index i = 0; i < X.rows(); ++i) {
    // The mean of the differences to the first entry: exact for a constant row.
    const double first = X(i, 0);
    const double mean = first + (X.row(i).array() - first).sum() / width;
    normed.row(i) = X.row(i).array() - mean;
    const double variance = normed.row(i).squaredNorm() / width;
    normed.row(i) /= std::sqrt(variance + kLayerNormEpsilon);
  }
  return normed;
}

}  // namespace hessianscope
