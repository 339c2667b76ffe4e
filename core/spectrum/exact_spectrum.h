// All eigenvalues of a symmetric matrix through LAPACK, values only, and what they say of it.
//
//   Vector lambda = symmetric_eigenvalues(workspace, stop);  // destroys the workspace
//   Spectrum spectrum = summarize(Part::Total, lambda, trace, frobenius);
//
// Several matrices at once: side_by_side.h.
#pragma once

#include <stop_token>

#include "core/curvature/dense_hessian.h"
#include "core/error.h"
#include "core/linear_algebra.h"

namespace hessianscope {

// Above this size the reduction runs panel by panel and can be abandoned on the way.
inline constexpr Index kInterruptibleSize = 1000;

// A matrix with NaN or an infinity in it, by the place of the first one: row by row, column >= row.
class NotFinite : public Error {
 public:
  NotFinite(Index row_, Index column_, double value);
  Index row, column;
};

// Eigenvalues in ascending order; destroys the triangle. Up to kInterruptibleSize by LAPACK's
// dsyevd, above by tridiagonalize() and tridiagonal_eigenvalues(), both to about P eps max|lambda|.
// Entries of any finite size: both ways scale the matrix where its squares would leave the range of
// double.
//
// Throws NotFinite before any solver runs (LAPACK hangs or lies on such a matrix), Interrupted
// when `stop` is triggered above kInterruptibleSize, Error when LAPACK fails or an eigenvalue
// exceeds the largest double. May be called by several threads at once, each with its own matrix;
// scratch is kept by thread.
Vector symmetric_eigenvalues(UpperTriangle& matrix, std::stop_token stop = {});

// The relative difference that the self-check of a spectrum allows.
inline constexpr double kSelfCheckTolerance = 1e-11;

// The spectrum of one part of one model.
struct Spectrum {
  Part part = Part::Total;
  Vector eigenvalues;         // ascending, P of them
  double zero_tolerance = 0;  // P * eps * max|lambda|: at or below it an eigenvalue counts as zero
  Index negative = 0, zero = 0, positive = 0;  // P together
  double trace = 0;                            // from the factors
  double frobenius = 0;                        // from the block norms
  double trace_error = 0;      // |sum lambda - trace| / sum |lambda|: the trace may nearly cancel
  double frobenius_error = 0;  // |sum lambda^2 - ||H||_F^2| / ||H||_F^2
  bool self_check_passed = true;  // both within kSelfCheckTolerance
  double minimum() const { return eigenvalues.size() ? eigenvalues[0] : 0; }
  double maximum() const { return eigenvalues.size() ? eigenvalues[eigenvalues.size() - 1] : 0; }
  bool counts_as_zero(double eigenvalue) const {
    return -zero_tolerance <= eigenvalue && eigenvalue <= zero_tolerance;
  }
};

// Counts signs and checks ascending eigenvalues against a trace and a Frobenius norm computed
// without them. H = 0 (and P = 0) is all zero with both errors 0.
Spectrum summarize(Part part, Vector eigenvalues, double trace, double frobenius);

}  // namespace hessianscope
