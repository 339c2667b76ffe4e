#include "tests/bench/single_thread_eigenvalues.h"

#include <lapack.h>
#include <omp.h>

#include <stdexcept>
#include <vector>

namespace hessianscope::bench {

Vector single_thread_eigenvalues(UpperTriangle& matrix) {
  const auto size = static_cast<lapack_int>(matrix.size());
  const char values_only = 'N', lower = 'L';  // our upper triangle, counted by columns
  Vector eigenvalues(size);
  lapack_int info = 0, integer_length = 1, length = -1;
  lapack_int integers = 0;
  double best_length = 0;
  LAPACK_dsyevd(&values_only, &lower, &size, matrix.data(), &size, eigenvalues.data(), &best_length,
                &length, &integers, &integer_length, &info);
  length = static_cast<lapack_int>(best_length);
  std::vector<double> workspace(static_cast<std::size_t>(length));

  const int threads = omp_get_max_threads();
  omp_set_num_threads(1);
  LAPACK_dsyevd(&values_only, &lower, &size, matrix.data(), &size, eigenvalues.data(),
                workspace.data(), &length, &integers, &integer_length, &info);
  omp_set_num_threads(threads);
  if (info != 0) throw std::runtime_error("dsyevd failed");
  return eigenvalues;
}

}  // namespace hessianscope::bench
