#include "core/mlp/mlp_passes.h"

#include "core/mlp/activation.h"

namespace hessianscope {
namespace {

// Fewer units than this are not worth waking a second thread, least of all on a busy machine.
constexpr Index kParallelUnits = 1 << 14;

// phi, phi' and phi'' of every entry of z.
void activate_all(Activation activation, const Matrix& z, Matrix& value, Matrix& first,
                  Matrix& second) {
  value.resize(z.rows(), z.cols());
  first.resize(z.rows(), z.cols());
  second.resize(z.rows(), z.cols());
#pragma omp parallel for schedule(static) if (z.size() > kParallelUnits)
  for (Index k = 0; k < z.size(); ++k) {
    const ActivationValue at = activate(activation, z.data()[k]);
    value.data()[k] = at.value;
    first.data()[k] = at.first;
    second.data()[k] = at.second;
  }
}

// Fills inputs and slopes, and bends with phi'' alone; returns the outputs F.
Matrix forward(const Problem& problem, const std::vector<Index>& rows, MlpPasses& passes) {
  const std::size_t depth = problem.mlp_weights.size();
  passes.inputs.resize(depth);
  passes.slopes.resize(depth - 1);
  passes.bends.resize(depth - 1);
  passes.inputs[0] = problem.tokens(rows, Eigen::all);
  Matrix z;
  for (std::size_t layer = 0; layer + 1 < depth; ++layer) {
    z.noalias() = passes.inputs[layer] * problem.mlp_weights[layer];
    activate_all(problem.activation, z, passes.inputs[layer + 1], passes.slopes[layer],
                 passes.bends[layer]);
  }
  return passes.inputs.back() * problem.mlp_weights.back();
}

// Fills deltas, and completes the bends.
void backward(const Problem& problem, MlpPasses& passes) {
  const std::size_t depth = passes.inputs.size();
  passes.deltas.resize(depth);
  passes.deltas.back() = passes.loss.gradient;
  Matrix pulled;  // d(r.F)/dh_l
  for (std::size_t layer = depth - 1; layer-- > 0;) {
    pulled.noalias() = passes.deltas[layer + 1] * problem.mlp_weights[layer + 1].transpose();
    passes.deltas[layer] = pulled.cwiseProduct(passes.slopes[layer]);
    passes.bends[layer].array() *= pulled.array();
  }
}

}  // namespace

MlpPasses mlp_passes(const Problem& problem) {
  MlpPasses passes;
  const std::vector<Index> rows = weighted_tokens(problem);
  const Matrix outputs = forward(problem, rows, passes);
  passes.loss = token_loss(problem, rows, outputs);
  backward(problem, passes);
  return passes;
}

Vector mlp_gradient(const MlpPasses& passes, const BlockLayout& layout) {
  Vector gradient(layout.parameters());
  for (Index l = 0; l < layout.count(); ++l) {
    const Block& block = layout[l];
    const auto layer = static_cast<std::size_t>(l);
    Eigen::Map<Matrix>(gradient.data() + block.offset, block.rows, block.columns).noalias() =
        passes.inputs[layer].transpose() * passes.deltas[layer];
  }
  return gradient;
}

}  // namespace hessianscope
