// The yardstick for exact spectra: one call of LAPACK's dsyevd, values only, on one thread.
#pragma once

#include "core/curvature/dense_hessian.h"

namespace hessianscope::bench {

// Ascending eigenvalues; destroys the triangle.
Vector single_thread_eigenvalues(UpperTriangle& matrix);

}  // namespace hessianscope::bench
