#include "core/spectrum/panel_tridiagonalization.h"

#include <cblas.h>
#include <lapack.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include "core/error.h"

namespace hessianscope {
namespace {

// Columns reduced before the rest of the matrix is updated; LAPACK's choice too.
constexpr int kPanelWidth = 32;
// What is left at the end goes to dsytrd in one piece: a few milliseconds.
constexpr int kTrailingSize = 256;

// The square block under reduction, by columns: what is above its diagonal is never touched.
struct Square {
  double* data;
  int stride;
  int size;
  double* at(int row, int column) const {
    return data + row + static_cast<std::ptrdiff_t>(column) * stride;
  }
};

// Finds the reflector of `column` and its y = tau (A v - tau/2 (v.Av) v) in column `column` of Y,
// taking the reflectors before it in the panel into account.
void reduce_column(const Square& a, const Square& y, int column, double& diagonal,
                   double& off_diagonal) {
  double* head = a.at(column, column);
  const int rows = a.size - column;
  cblas_dgemv(CblasColMajor, CblasNoTrans, rows, column, -1, a.at(column, 0), a.stride,
              y.at(column, 0), y.stride, 1, head, 1);
  cblas_dgemv(CblasColMajor, CblasNoTrans, rows, column, -1, y.at(column, 0), y.stride,
              a.at(column, 0), a.stride, 1, head, 1);
  diagonal = *head;

  const int length = rows - 1;
  const int one = 1;
  double tau = 0;
  double* v = head + 1;
  LAPACK_dlarfg(&length, v, v + 1, &one, &tau);
  off_diagonal = *v;
  *v = 1;

  double* product = y.at(column + 1, column);
  cblas_dsymv(CblasColMajor, CblasLower, length, 1, a.at(column + 1, column + 1), a.stride, v, 1, 0,
              product, 1);
  // The upper part of Y is free: it holds the panel's small inner products.
  double* inner = y.at(0, column);
  const auto subtract = [&](const Square& left, const Square& right) {
    cblas_dgemv(CblasColMajor, CblasTrans, length, column, 1, right.at(column + 1, 0), right.stride,
                v, 1, 0, inner, 1);
    cblas_dgemv(CblasColMajor, CblasNoTrans, length, column, -1, left.at(column + 1, 0),
                left.stride, inner, 1, 1, product, 1);
  };
  subtract(a, y);
  subtract(y, a);
  cblas_dscal(length, tau, product, 1);
  cblas_daxpy(length, -tau / 2 * cblas_ddot(length, product, 1, v, 1), v, 1, product, 1);
}

void reduce_trailing(const Square& a, double* diagonal, double* off_diagonal) {
  std::vector<double> tau(static_cast<std::size_t>(a.size));
  std::vector<double> work(static_cast<std::size_t>(a.size) * kPanelWidth);
  const int work_size = static_cast<int>(work.size());
  int info = 0;
  LAPACK_dsytrd("L", &a.size, a.data, &a.stride, diagonal, off_diagonal, tau.data(), work.data(),
                &work_size, &info);
  if (info != 0) throw Error("LAPACK's dsytrd refused argument " + std::to_string(-info));
}

}  // namespace

Tridiagonal tridiagonalize(UpperTriangle& matrix, std::stop_token stop) {
  const int size = static_cast<int>(matrix.size());
  Tridiagonal result{Vector(size), Vector(size)};
  // Kept by each thread: the first touch of fresh memory costs more than a small panel.
  thread_local std::vector<double> panel;
  panel.resize(std::max(panel.size(), static_cast<std::size_t>(size) * kPanelWidth));

  Square rest{matrix.data(), size, size};
  Index done = 0;
  for (; rest.size > kTrailingSize; done += kPanelWidth) {
    const Square y{panel.data(), rest.size, rest.size};
    for (int column = 0; column < kPanelWidth; ++column) {
      if (stop.stop_requested()) throw Interrupted();
      reduce_column(rest, y, column, result.diagonal[done + column],
                    result.off_diagonal[done + column]);
    }
    const Square next{rest.at(kPanelWidth, kPanelWidth), rest.stride, rest.size - kPanelWidth};
    if (stop.stop_requested()) throw Interrupted();
    cblas_dsyr2k(CblasColMajor, CblasLower, CblasNoTrans, next.size, kPanelWidth, -1,
                 rest.at(kPanelWidth, 0), rest.stride, y.at(kPanelWidth, 0), y.stride, 1, next.data,
                 next.stride);
    rest = next;
  }
  if (rest.size > 0) {
    reduce_trailing(rest, result.diagonal.data() + done, result.off_diagonal.data() + done);
  }
  return result;
}

}  // namespace hessianscope
