// A block of the Hessian as a sum over tokens of Kronecker (rank-one x small matrix) terms.
//
// A block pairs parameter (p, q) of one weight matrix with (p', q') of another. Per token i a
// vector u_i sits on one index of the row pair, a vector w_i on one index of the column pair, and
// a small matrix M_i connects the two indices left over. With In = first index, Out = second:
//
//   row In,  column In :  sum_i u_i[p] w_i[p'] M_i[q, q']    (VV, QQ, MLP outer product)
//   row Out, column Out:  sum_i u_i[q] w_i[q'] M_i[p, p']    (KK)
//   row In,  column Out:  sum_i u_i[p] w_i[q'] M_i[q, p']    (QK)
//   row Out, column In :  sum_i u_i[q] w_i[p'] M_i[p, q']    (KV outer product)
//
// This is the representation of the Hessian: dense blocks, entries, diagonals come from it, and
// nothing is ever formed that was not asked for.
#pragma once

#include <vector>

#include "core/curvature/block_layout.h"
#include "core/linear_algebra.h"

namespace hessianscope {

enum class Slot { In, Out };

class KroneckerTerm {
 public:
  // u, w: one row per token. small: one row per token, M_i row-major. `symmetric` promises that
  // row and column weight matrix are the same, u = w and every M_i symmetric (up to rounding: its
  // upper triangle is the one that counts).
  KroneckerTerm(const Block& row, const Block& column, Slot row_slot, Slot column_slot, Matrix u,
                Matrix w, Matrix small, bool symmetric);

  // Adds the rows (p, q = 0 .. k-1) of the block to `out`, whose row q starts at out + q * stride
  // and holds the columns (p', q') with p' >= first_column_row.
  void add_panel(Index p, Index first_column_row, double* out, Index stride,
                 std::vector<double>& scratch) const;

  // One entry of the block, O(tokens).
  double entry(Index p, Index q, Index p2, Index q2) const;

 private:
  Index tokens() const { return shared_.rows(); }
  double thin(Index token, Index p, Index j) const;
  Index shared_column(Index q, Index j) const;
  Matrix thin_panel(Index p, Index first, Index count) const;
  void add_paired_panel(Index p, Index first_column_row, double* out, Index stride,
                        std::vector<double>& scratch) const;
  void add_mixed_panel(Index p, Index first_column_row, double* out, Index stride,
                       std::vector<double>& scratch) const;

  Index out_row_ = 0;                     // k: extent of q
  Index in_column_ = 0, out_column_ = 0;  // extents of p' and q'
  bool mixed_ = false;                    // u and w on different kinds of index
  bool symmetric_ = false;
  Matrix u_, w_, small_;  // what thin(i, p, .) is made of: u[p] w[.], or M[p, .]
  Matrix shared_;         // tokens x (q, q' or p'); upper triangle of (q, q') when symmetric
};

// B (x) I: entry ((p, q), (p', q')) = B[p, p'] when q = q'. The parametrisation term of separate
// query and key weights.
struct IdentityTerm {
  Matrix B;
};

}  // namespace hessianscope
