#include "core/curvature/kronecker_term.h"

#include <algorithm>
#include <utility>

namespace hessianscope {
namespace {

// A panel's product is formed in pieces of this many doubles, so that it is still in the core's
// own cache when it is spread over the rows of the block.
constexpr Index kPiece = 32 * 1024;

// Column of (q, q2) in the packed upper triangle of a k x k matrix, q <= q2.
Index packed(Index k, Index q, Index q2) {
  return q * k - q * (q - 1) / 2 + (q2 - q);
}

// One row per token: row-major outer product of the rows of a and b.
Matrix outer_products(const Matrix& a, const Matrix& b) {
  Matrix result(a.rows(), a.cols() * b.cols());
  for (Index i = 0; i < a.rows(); ++i)
    for (Index q = 0; q < a.cols(); ++q)
      result.row(i).segment(q * b.cols(), b.cols()) = a(i, q) * b.row(i);
  return result;
}

// Drops the strictly lower triangle of the k x k matrix in each row.
Matrix pack(const Matrix& full, Index k) {
  Matrix result(full.rows(), k * (k + 1) / 2);
  for (Index i = 0; i < full.rows(); ++i)
    for (Index q = 0; q < k; ++q)
      result.row(i).segment(packed(k, q, q), k - q) = full.row(i).segment(q * k + q, k - q);
  return result;
}

}  // namespace

KroneckerTerm::KroneckerTerm(const Block& row, const Block& column, Slot row_slot, Slot column_slot,
                             Matrix u, Matrix w, Matrix small, bool symmetric)
    : out_row_(row.columns),
      in_column_(column.rows),
      out_column_(column.columns),
      mixed_(row_slot != column_slot),
      symmetric_(symmetric && !mixed_) {
  if (row_slot == Slot::In) {
    u_ = std::move(u);
    w_ = std::move(w);
    shared_ = std::move(small);
  } else {
    shared_ = outer_products(u, w);
    small_ = std::move(small);
  }
  if (symmetric_) shared_ = pack(shared_, out_row_);
}

double KroneckerTerm::thin(Index token, Index p, Index j) const {
  if (small_.size() == 0) return u_(token, p) * w_(token, j);
  return small_(token, p * (mixed_ ? out_column_ : in_column_) + j);
}

Index KroneckerTerm::shared_column(Index q, Index j) const {
  if (symmetric_) return packed(out_row_, std::min(q, j), std::max(q, j));
  return q * (mixed_ ? in_column_ : out_column_) + j;
}

double KroneckerTerm::entry(Index p, Index q, Index p2, Index q2) const {
  const Index thin_index = mixed_ ? q2 : p2;
  const Index column = shared_column(q, mixed_ ? p2 : q2);
  double sum = 0;
  for (Index i = 0; i < tokens(); ++i) sum += thin(i, p, thin_index) * shared_(i, column);
  return sum;
}

Matrix KroneckerTerm::thin_panel(Index p, Index first, Index count) const {
  if (small_.size() == 0) return u_.col(p).asDiagonal() * w_.middleCols(first, count);
  return small_.middleCols(p * (mixed_ ? out_column_ : in_column_) + first, count);
}

void KroneckerTerm::add_panel(Index p, Index first_column_row, double* out, Index stride,
                              std::vector<double>& scratch) const {
  if (mixed_)
    add_mixed_panel(p, first_column_row, out, stride, scratch);
  else
    add_paired_panel(p, first_column_row, out, stride, scratch);
}

// thin is over p', shared over (q, q'): each p' yields one k x k' tile.
void KroneckerTerm::add_paired_panel(Index p, Index first_column_row, double* out, Index stride,
                                     std::vector<double>& scratch) const {
  const Index width = shared_.cols();
  const Index count = in_column_ - first_column_row;
  const Matrix left = thin_panel(p, first_column_row, count);
  const Index step = std::clamp<Index>(kPiece / width, 1, count);
  scratch.resize(std::max(scratch.size(), static_cast<std::size_t>(step * width)));
  for (Index begin = 0; begin < count; begin += step) {
    const Index rows = std::min(step, count - begin);
    Eigen::Map<Matrix> product(scratch.data(), rows, width);
    product.noalias() = left.middleCols(begin, rows).transpose() * shared_;
    for (Index r = 0; r < rows; ++r) {
      double* tile = out + (begin + r) * out_column_;
      const double* value = scratch.data() + r * width;
      for (Index q = 0; q < out_row_; ++q) {
        if (symmetric_) {
          double* line = tile + q * stride;
          line[q] += *value++;
          for (Index q2 = q + 1; q2 < out_column_; ++q2, ++value) {
            line[q2] += *value;
            tile[q2 * stride + q] += *value;
          }
        } else {
          double* line = tile + q * stride;
          for (Index q2 = 0; q2 < out_column_; ++q2) line[q2] += *value++;
        }
      }
    }
  }
}

// shared is over (q, p'), thin over q': each (q, p') yields a run of k' entries of row q.
void KroneckerTerm::add_mixed_panel(Index p, Index first_column_row, double* out, Index stride,
                                    std::vector<double>& scratch) const {
  const Matrix right = thin_panel(p, 0, out_column_);
  const Index total = shared_.cols();
  const Index step = std::clamp<Index>(kPiece / out_column_, 1, total);
  scratch.resize(std::max(scratch.size(), static_cast<std::size_t>(step * out_column_)));
  for (Index begin = 0; begin < total; begin += step) {
    const Index rows = std::min(step, total - begin);
    Eigen::Map<Matrix> product(scratch.data(), rows, out_column_);
    product.noalias() = shared_.middleCols(begin, rows).transpose() * right;
    for (Index r = 0; r < rows; ++r) {
      const Index q = (begin + r) / in_column_, p2 = (begin + r) % in_column_;
      if (p2 < first_column_row) continue;
      double* run = out + q * stride + (p2 - first_column_row) * out_column_;
      const double* value = scratch.data() + r * out_column_;
      for (Index q2 = 0; q2 < out_column_; ++q2) run[q2] += value[q2];
    }
  }
}

}  // namespace hessianscope
