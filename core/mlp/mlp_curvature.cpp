#include "core/mlp/mlp_curvature.h"

#include <string>
#include <utility>

#include "core/mlp/mlp_factors.h"
#include "core/mlp/mlp_passes.h"

namespace hessianscope {
namespace {

// The factors of blocks l <= m, counted from 0 as in the passes.
void add_factors(const MlpPasses& passes, MlpFactors& factors, std::size_t l, std::size_t m,
                 Curvature& curvature) {
  const auto row = static_cast<Index>(l), column = static_cast<Index>(m);
  const Block& row_block = curvature.layout()[row];
  const Block& column_block = curvature.layout()[column];
  const auto both_in = [&](Matrix& matrices) {
    return KroneckerTerm(row_block, column_block, Slot::In, Slot::In, passes.inputs[l],
                         passes.inputs[m], std::move(matrices), l == m);
  };
  curvature.factors(Part::Outer, row, column).terms.push_back(both_in(factors.outer[l][m]));

  BlockFactors& functional = curvature.factors(Part::Functional, row, column);
  if (factors.curved[l][m].size() > 0) functional.terms.push_back(both_in(factors.curved[l][m]));
  if (l < m) {
    functional.terms.emplace_back(row_block, column_block, Slot::In, Slot::Out, passes.inputs[l],
                                  passes.deltas[m], std::move(factors.inward[l][m]), false);
  }
}

}  // namespace

BlockLayout mlp_layout(const Problem& problem) {
  std::vector<Block> blocks;
  for (const Matrix& weights : problem.mlp_weights) {
    blocks.push_back({"W_" + std::to_string(blocks.size() + 1), weights.rows(), weights.cols()});
  }
  return BlockLayout(std::move(blocks));
}

Curvature mlp_curvature(const Problem& problem) {
  const MlpPasses passes = mlp_passes(problem);
  MlpFactors factors = mlp_factors(problem, passes);
  const BlockLayout layout = mlp_layout(problem);
  Curvature curvature(layout, passes.loss.value, mlp_gradient(passes, layout));
  const std::size_t depth = problem.mlp_weights.size();
  for (std::size_t l = 0; l < depth; ++l) {
    for (std::size_t m = l; m < depth; ++m) add_factors(passes, factors, l, m, curvature);
  }
  return curvature;
}

}  // namespace hessianscope
