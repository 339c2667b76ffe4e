// All eigenvalues of a symmetric matrix through LAPACK, values only.
#pragma once

#include <stop_token>
#include <string>

#include "core/curvature/dense_hessian.h"
#include "core/linear_algebra.h"

namespace hessianscope {

// Above this size the reduction runs panel by panel and can be abandoned between panels.
inline constexpr Index kInterruptibleSize = 1000;

// Eigenvalues in ascending order; destroys the triangle. Up to kInterruptibleSize by dsyevd,
// above by dlatrd + dsyr2k panels and dsterf, asking `stop` between panels. Throws Interrupted
// when stopped, Error when an entry is not finite (no solver is run on it) or LAPACK fails.
Vector symmetric_eigenvalues(UpperTriangle& matrix, std::stop_token stop = {});

// The spectrum of one part of one model.
struct Spectrum {
  Part part = Part::Total;
  Vector eigenvalues;         // ascending, P of them
  double zero_tolerance = 0;  // P * eps * max|lambda|: at or below it an eigenvalue counts as zero
  Index negative = 0, zero = 0, positive = 0;
  double trace = 0;               // from the factors
  double frobenius = 0;           // from the block norms
  double trace_error = 0;         // |sum lambda - trace| / sum |lambda|
  double frobenius_error = 0;     // |sum lambda^2 - ||H||^2| / ||H||^2
  bool self_check_passed = true;  // both within 1e-11
  double minimum() const { return eigenvalues.size() ? eigenvalues[0] : 0; }
  double maximum() const { return eigenvalues.size() ? eigenvalues[eigenvalues.size() - 1] : 0; }
};

// Counts signs and runs the self-check against an independent trace and Frobenius norm.
Spectrum summarize(Part part, Vector eigenvalues, double trace, double frobenius);

}  // namespace hessianscope
