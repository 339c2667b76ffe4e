#include "core/curvature/curvature.h"

#include <algorithm>
#include <utility>

namespace hessianscope {

Curvature::Curvature(BlockLayout layout, double loss, Vector gradient)
    : layout_(std::move(layout)), loss_(loss), gradient_(std::move(gradient)) {
  const std::size_t pairs = pair_index(layout_.count() - 1, layout_.count() - 1) + 1;
  outer_.resize(pairs);
  functional_.resize(pairs);
}

std::size_t Curvature::pair_index(Index row, Index column) const {
  return static_cast<std::size_t>(row * layout_.count() - row * (row - 1) / 2 + (column - row));
}

BlockFactors& Curvature::factors(Part part, Index row, Index column) {
  return (part == Part::Outer ? outer_ : functional_)[pair_index(row, column)];
}

const BlockFactors& Curvature::factors(Part part, Index row, Index column) const {
  return (part == Part::Outer ? outer_ : functional_)[pair_index(row, column)];
}

void Curvature::fill_panel(Part part, Index row, Index column, Index p, double* out, Index stride,
                           std::vector<double>& scratch) const {
  const Block& rows = layout_[row];
  const Block& columns = layout_[column];
  const Index first = row == column ? p : 0;
  const Index width = (columns.rows - first) * columns.columns;
  for (Index q = 0; q < rows.columns; ++q) std::fill_n(out + q * stride, width, 0.0);

  const BlockFactors& block = factors(part, row, column);
  for (const KroneckerTerm& term : block.terms) term.add_panel(p, first, out, stride, scratch);
  for (const IdentityTerm& term : block.identities)
    for (Index q = 0; q < rows.columns; ++q)
      for (Index p2 = first; p2 < columns.rows; ++p2)
        out[q * stride + (p2 - first) * columns.columns + q] += term.B(p, p2);
}

double Curvature::entry(Part part, Index i, Index j) const {
  if (part == Part::Total) return entry(Part::Outer, i, j) + entry(Part::Functional, i, j);
  const Parameter a = layout_.locate(std::min(i, j)), b = layout_.locate(std::max(i, j));
  const BlockFactors& block = factors(part, a.block, b.block);
  double sum = 0;
  for (const KroneckerTerm& term : block.terms) sum += term.entry(a.row, a.column, b.row, b.column);
  for (const IdentityTerm& term : block.identities)
    if (a.column == b.column) sum += term.B(a.row, b.row);
  return sum;
}

Vector Curvature::diagonal(Part part) const {
  Vector result(parameters());
  for (Index i = 0; i < parameters(); ++i) result[i] = entry(part, i, i);
  return result;
}

}  // namespace hessianscope
