// The eigenvalues of several matrices at once, on all cores.
//
//   std::vector<Vector> lambda = eigenvalues_side_by_side({&attention, &mlp}, stop);
#pragma once

#include <stop_token>
#include <vector>

#include "core/curvature/dense_hessian.h"
#include "core/linear_algebra.h"

namespace hessianscope {

// How many matrices to solve at a time when `threads` are there for them.
enum class SolveOrder { SideBySide, OneByOne };

// Side by side gives every matrix one thread, one by one gives all threads to each in turn. A
// reduction to tridiagonal form reads the matrix once for every column, so further threads help
// it only once the matrix outgrows the caches (P of 1500 and more), and even then not in
// proportion: one by one is chosen for such sizes when at least two threads would come to each
// matrix. `largest` is the size of the largest.
SolveOrder solve_order(Index largest, Index matrices, int threads);

// symmetric_eigenvalues() of each matrix, in the order given; destroys the triangles. Uses the
// number of threads that OpenMP grants and the order solve_order() finds for it. Everything
// thrown inside comes out: the error of the first matrix that has one, or else Interrupted.
std::vector<Vector> eigenvalues_side_by_side(const std::vector<UpperTriangle*>& matrices,
                                             std::stop_token stop = {});

}  // namespace hessianscope
