// Blocked Householder reduction of a symmetric matrix to tridiagonal form, in steps small enough
// to be abandoned: the interruptible twin of LAPACK's dsytrd.
//
// Panel by panel, as Dongarra, Sorensen and Hammarling (J. Comput. Appl. Math. 27, 1989): for each
// of its columns a reflector I - tau v v^T is found and y = tau A v formed, without touching the
// rest of the matrix; a whole panel is then applied at once as A -= V Y^T + Y V^T. Half of the
// 4/3 P^3 operations are matrix-vector products, whose cost is reading the matrix.
#pragma once

#include <stop_token>

#include "core/curvature/dense_hessian.h"
#include "core/spectrum/tridiagonal_eigenvalues.h"

namespace hessianscope {

// Reduces the finite, symmetric matrix and destroys its triangle. Asks `stop` before every column
// and throws Interrupted; from one question to the next pass one matrix-vector product or the
// update by one panel. Entries near the ends of the range of double overflow: scale before.
Tridiagonal tridiagonalize(UpperTriangle& matrix, std::stop_token stop = {});

}  // namespace hessianscope
