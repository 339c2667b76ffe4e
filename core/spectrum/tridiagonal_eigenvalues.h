// All eigenvalues of a symmetric tridiagonal matrix, in steps small enough to be abandoned: the
// interruptible twin of LAPACK's dsterf.
//
// Implicit QL sweeps on the squares of the off-diagonal entries, which need no square root inside
// (Reinsch, Algorithm 464, CACM 16, 1973; the variant of Pal, Walker and Kahan in B. Parlett, The
// Symmetric Eigenvalue Problem, section 8.15). About two sweeps for every eigenvalue.
#pragma once

#include <stop_token>

#include "core/linear_algebra.h"

namespace hessianscope {

// T = Q^T H Q: P entries on the diagonal, `off_diagonal[i]` couples i and i + 1; entries of it
// from P - 1 on are not used.
struct Tridiagonal {
  Vector diagonal, off_diagonal;
};

// Ascending, to about eps max|T|. Every entry must be finite, and the squares of the large ones
// neither overflow nor vanish: scale before. Asks `stop` before every sweep and throws Interrupted;
// throws Error if 30 sweeps for every eigenvalue do not suffice.
Vector tridiagonal_eigenvalues(Tridiagonal matrix, std::stop_token stop = {});

}  // namespace hessianscope
