// Curvature: the loss Hessian of one model as factors, in named blocks and in two parts,
// H = H_outer + H_functional (the outer-product, or Gauss-Newton, and the functional Hessian).
//
//   Curvature attention = attention_curvature(problem);
//   double h = attention.entry(Part::Total, 3, 17);
//
// A new architecture is one new function that returns a Curvature.
#pragma once

#include <vector>

#include "core/curvature/block_layout.h"
#include "core/curvature/kronecker_term.h"
#include "core/scenario/scenario.h"

namespace hessianscope {

// The factors of one block pair (row <= column) in one part; empty means exactly zero.
struct BlockFactors {
  std::vector<KroneckerTerm> terms;
  std::vector<IdentityTerm> identities;
  bool zero() const { return terms.empty() && identities.empty(); }
};

class Curvature {
 public:
  Curvature(BlockLayout layout, double loss, Vector gradient);

  const BlockLayout& layout() const { return layout_; }
  Index parameters() const { return layout_.parameters(); }
  double loss() const { return loss_; }
  const Vector& gradient() const { return gradient_; }

  // The factors of block pair (row, column), row <= column, of Part::Outer or Part::Functional.
  BlockFactors& factors(Part part, Index row, Index column);
  const BlockFactors& factors(Part part, Index row, Index column) const;

  // Writes the rows (p, q = 0 .. k-1) of a block, row q at out + q * stride. Off-diagonal blocks:
  // every column. Diagonal blocks: the columns with p' >= p, the first of them at `out`.
  void fill_panel(Part part, Index row, Index column, Index p, double* out, Index stride,
                  std::vector<double>& scratch) const;

  // One entry of H, from the factors; either triangle, any part.
  double entry(Part part, Index i, Index j) const;

  // The diagonal of H, from the factors: O(P tokens). Its sum is the trace.
  Vector diagonal(Part part) const;

 private:
  std::size_t pair_index(Index row, Index column) const;

  BlockLayout layout_;
  double loss_ = 0;
  Vector gradient_;
  std::vector<BlockFactors> outer_, functional_;
};

}  // namespace hessianscope
