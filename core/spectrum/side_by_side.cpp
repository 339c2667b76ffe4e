#include "core/spectrum/side_by_side.h"

#include <omp.h>

#include <algorithm>
#include <exception>

#include "core/error.h"
#include "core/spectrum/exact_spectrum.h"

namespace hessianscope {
namespace {

// Beyond this size half a matrix is larger than the private caches of a core.
constexpr Index kThreadedSize = 1500;

// One matrix; an exception must not leave the parallel region it happens in.
std::exception_ptr solve(UpperTriangle& matrix, std::stop_token stop, Vector& eigenvalues) {
  try {
    eigenvalues = symmetric_eigenvalues(matrix, stop);
    return nullptr;
  } catch (...) {
    return std::current_exception();
  }
}

// The first failure, but any real error before an interruption.
void rethrow_first(const std::vector<std::exception_ptr>& failures) {
  std::exception_ptr interrupted;
  for (const std::exception_ptr& failure : failures) {
    if (!failure) continue;
    try {
      std::rethrow_exception(failure);
    } catch (const Interrupted&) {
      interrupted = failure;
    }
  }
  if (interrupted) std::rethrow_exception(interrupted);
}

}  // namespace

SolveOrder solve_order(Index largest, Index matrices, int threads) {
  const bool worth_threads = largest >= kThreadedSize && threads > 1;
  return worth_threads && threads >= 2 * matrices ? SolveOrder::OneByOne : SolveOrder::SideBySide;
}

std::vector<Vector> eigenvalues_side_by_side(const std::vector<UpperTriangle*>& matrices,
                                             std::stop_token stop) {
  const std::size_t count = matrices.size();
  std::vector<Vector> eigenvalues(count);
  std::vector<std::exception_ptr> failures(count);
  Index largest = 0;
  for (const UpperTriangle* matrix : matrices) largest = std::max(largest, matrix->size());

  const int threads = omp_get_max_threads();
  if (solve_order(largest, static_cast<Index>(count), threads) == SolveOrder::OneByOne) {
    for (std::size_t i = 0; i < count; ++i) failures[i] = solve(*matrices[i], stop, eigenvalues[i]);
  } else {
    // Inside a region of two threads or more OpenBLAS keeps to the calling thread, which even a
    // single small matrix prefers.
#pragma omp parallel for num_threads(std::min(threads, std::max(2, static_cast <int>(count)))) \
    schedule(dynamic, 1)
    for (std::size_t i = 0; i < count; ++i) failures[i] = solve(*matrices[i], stop, eigenvalues[i]);
  }
  rethrow_first(failures);
  return eigenvalues;
}

}  // namespace hessianscope
