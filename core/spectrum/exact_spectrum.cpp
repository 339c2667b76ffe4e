#include "core/spectrum/exact_spectrum.h"

#include <lapack.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "core/spectrum/panel_tridiagonalization.h"

namespace hessianscope {
namespace {

Eigen::Map<Vector> upper_row(UpperTriangle& matrix, Index row) {
  return {matrix.data() + row * matrix.size() + row, matrix.size() - row};
}

// The finiteness gate: max |entry|, or NotFinite.
double largest_magnitude(UpperTriangle& matrix) {
  double largest = 0;
  for (Index row = 0; row < matrix.size(); ++row) {
    const auto entries = upper_row(matrix, row);
    const double magnitude = entries.cwiseAbs().maxCoeff<Eigen::PropagateNaN>();
    if (!std::isfinite(magnitude)) {
      const auto bad =
          std::find_if(entries.begin(), entries.end(), [](double x) { return !std::isfinite(x); });
      throw NotFinite(row, row + (bad - entries.begin()), *bad);
    }
    largest = std::max(largest, magnitude);
  }
  return largest;
}

void check_info(const char* routine, int info) {
  if (info < 0)
    throw Error(std::string("LAPACK's ") + routine + " refused argument " + std::to_string(-info));
  if (info > 0)
    throw Error(std::string("LAPACK's ") + routine + " did not converge on " +
                std::to_string(info) + " eigenvalues");
}

Vector eigenvalues_in_one_piece(UpperTriangle& matrix) {
  const int size = static_cast<int>(matrix.size());
  double best_work = 0;
  int best_integers = 0, info = 0;
  const int ask = -1;
  Vector eigenvalues(size);
  LAPACK_dsyevd("N", "L", &size, matrix.data(), &size, eigenvalues.data(), &best_work, &ask,
                &best_integers, &ask, &info);
  check_info("dsyevd", info);
  thread_local std::vector<double> work;
  thread_local std::vector<int> integers;
  const int work_size = static_cast<int>(best_work);
  work.resize(std::max(work.size(), static_cast<std::size_t>(work_size)));
  integers.resize(std::max(integers.size(), static_cast<std::size_t>(best_integers)));
  LAPACK_dsyevd("N", "L", &size, matrix.data(), &size, eigenvalues.data(), work.data(), &work_size,
                integers.data(), &best_integers, &info);
  check_info("dsyevd", info);
  return eigenvalues;
}

Vector eigenvalues_by_panels(UpperTriangle& matrix, double largest, std::stop_token stop) {
  // Scaled to about 1 by a power of two, which is exact, so that no square leaves the range of
  // double; what underflows is nothing beside the largest entry.
  int exponent = 0;
  std::frexp(largest, &exponent);
  exponent = std::clamp(exponent, -1000, 1000);
  const double factor = std::ldexp(1.0, -exponent);
  for (Index row = 0; row < matrix.size(); ++row) upper_row(matrix, row) *= factor;
  return tridiagonal_eigenvalues(tridiagonalize(matrix, stop), stop) * std::ldexp(1.0, exponent);
}

// |difference| / scale, with 0 / 0 = 0: nothing was wrong.
double relative(double difference, double scale) {
  return difference == 0 ? 0 : std::abs(difference) / scale;
}

}  // namespace

NotFinite::NotFinite(Index row_, Index column_, double value)
    : Error("the Hessian's entry in row " + std::to_string(row_) + " and column " +
            std::to_string(column_) + " (from 0) is " +
            (std::isnan(value) ? "not a number" : "infinite") +
            "; eigenvalues need every entry finite"),
      row(row_),
      column(column_) {}

Vector symmetric_eigenvalues(UpperTriangle& matrix, std::stop_token stop) {
  if (matrix.size() == 0) return {};
  const double largest = largest_magnitude(matrix);
  if (largest == 0) return Vector::Zero(matrix.size());
  Vector eigenvalues = matrix.size() <= kInterruptibleSize
                           ? eigenvalues_in_one_piece(matrix)
                           : eigenvalues_by_panels(matrix, largest, stop);
  if (!eigenvalues.allFinite())
    throw Error(
        "an eigenvalue of the Hessian exceeds the largest double, 1.8e308; smaller scales "
        "bring it into range");
  return eigenvalues;
}

Spectrum summarize(Part part, Vector eigenvalues, double trace, double frobenius) {
  Spectrum result;
  result.part = part;
  result.trace = trace;
  result.frobenius = frobenius;
  result.eigenvalues = std::move(eigenvalues);
  const Vector& lambda = result.eigenvalues;
  const Index size = lambda.size();
  const double largest = std::max(std::abs(result.minimum()), std::abs(result.maximum()));
  result.zero_tolerance =
      static_cast<double>(size) * std::numeric_limits<double>::epsilon() * largest;
  for (const double value : lambda) {
    if (result.counts_as_zero(value))
      ++result.zero;
    else
      ++(value < 0 ? result.negative : result.positive);
  }

  // In units of the largest eigenvalue, so that squares neither overflow nor vanish.
  const double unit = largest > 0 ? largest : 1;
  const Vector share = lambda / unit;
  const double norm = frobenius / unit;
  result.trace_error = relative(share.sum() - trace / unit, share.cwiseAbs().sum());
  result.frobenius_error = relative(share.squaredNorm() - norm * norm, norm * norm);
  result.self_check_passed =
      result.trace_error <= kSelfCheckTolerance && result.frobenius_error <= kSelfCheckTolerance;
  return result;
}

}  // namespace hessianscope
