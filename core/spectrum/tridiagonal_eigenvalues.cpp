#include "core/spectrum/tridiagonal_eigenvalues.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>
#include <utility>

#include "core/error.h"

namespace hessianscope {
namespace {

constexpr double kRounding = std::numeric_limits<double>::epsilon() / 2;
// Couplings below this share of the largest entry are dropped whatever stands beside them: the
// reduction to tridiagonal form has rounded away far more.
constexpr double kNothing = 0x1p-62;
constexpr Index kMostSweeps = 30;  // for each eigenvalue

// The two eigenvalues of [a, b; b, c] with b^2 = b2, the larger in magnitude first.
std::pair<double, double> two_by_two(double a, double b2, double c) {
  const double sum = a + c;
  const double root = std::sqrt((a - c) * (a - c) + 4 * b2);
  const double outer = (sum + std::copysign(root, sum)) / 2;
  const double larger = std::abs(a) > std::abs(c) ? a : c, smaller = larger == a ? c : a;
  return {outer, outer == 0 ? 0 : larger / outer * smaller - b2 / outer};
}

// Diagonal and squared couplings of a matrix on the way to being diagonal.
class Iteration {
 public:
  Iteration(Vector& diagonal, Vector& squares) : d_(diagonal), e2_(squares) {
    if (d_.size() > 0) nothing_ = std::pow(d_.cwiseAbs().maxCoeff(), 2);
    if (e2_.size() > 0) nothing_ = std::max(nothing_, e2_.maxCoeff());
    nothing_ *= kNothing * kNothing;
  }

  // Where the unreduced block that begins at `first` ends, looking no further than `last`.
  Index block_end(Index first, Index last) const {
    Index end = first;
    while (end < last && !negligible(end)) ++end;
    return end;
  }

  // Sweeps converge fastest towards the end with the smaller entries, which must come first.
  void orient(Index first, Index last) {
    if (std::abs(d_[last]) >= std::abs(d_[first])) return;
    std::reverse(d_.begin() + first, d_.begin() + last + 1);
    std::reverse(e2_.begin() + first, e2_.begin() + last);
  }

  void solve_pair(Index first) {
    std::tie(d_[first], d_[first + 1]) = two_by_two(d_[first], e2_[first], d_[first + 1]);
    e2_[first] = 0;
  }

  // One QL sweep over first .. last, shifted towards the eigenvalue that emerges at `first`.
  void sweep(Index first, Index last) {
    const double coupling = std::sqrt(e2_[first]);
    const double ratio = (d_[first + 1] - d_[first]) / (2 * coupling);
    const double shift =
        d_[first] - coupling / (ratio + std::copysign(std::hypot(ratio, 1.0), ratio));
    // Squared cosine and sine of the rotations, and the shifted diagonal entry they meet.
    double cosine = 1, sine = 0;
    double gamma = d_[last] - shift, p = gamma * gamma;
    for (Index i = last - 1; i >= first; --i) {
      const double square = e2_[i], r = p + square;
      if (i != last - 1) e2_[i + 1] = sine * r;
      const double cosine_before = cosine, gamma_before = gamma;
      // Both quotients at once: the second saves the division that the next p would wait for.
      cosine = p / r;
      const double inverse = r / p;
      sine = square / r;
      gamma = cosine * (d_[i] - shift) - sine * gamma_before;
      d_[i + 1] = gamma_before + (d_[i] - gamma);
      constexpr double kInvertible = 1e-290;
      if (cosine > kInvertible)
        p = gamma * gamma * inverse;
      else
        p = cosine != 0 ? gamma * gamma / cosine : cosine_before * square;
    }
    e2_[first] = sine * p;
    d_[first] = shift + gamma;
  }

 private:
  bool negligible(Index i) const {
    const double relative = kRounding * kRounding * std::abs(d_[i] * d_[i + 1]);
    return e2_[i] <= std::max(relative, nothing_);
  }

  Vector& d_;
  Vector& e2_;
  double nothing_ = 0;  // squared, as couplings are
};

}  // namespace

Vector tridiagonal_eigenvalues(Tridiagonal matrix, std::stop_token stop) {
  const Index size = matrix.diagonal.size();
  Vector squares = matrix.off_diagonal.head(std::max<Index>(size - 1, 0)).cwiseAbs2();
  Iteration iteration(matrix.diagonal, squares);
  Index sweeps = 0;
  for (Index start = 0, last = 0; start < size; start = last + 1) {
    last = iteration.block_end(start, size - 1);
    iteration.orient(start, last);
    for (Index first = start; first <= last;) {
      const Index end = iteration.block_end(first, last);
      if (end == first) {
        ++first;
      } else if (end == first + 1) {
        iteration.solve_pair(first);
        first += 2;
      } else {
        if (stop.stop_requested()) throw Interrupted();
        if (++sweeps > kMostSweeps * size)
          throw Error("the QL iteration did not converge on all eigenvalues");
        iteration.sweep(first, end);
      }
    }
  }
  std::sort(matrix.diagonal.begin(), matrix.diagonal.end());
  return std::move(matrix.diagonal);
}

}  // namespace hessianscope
