#include "core/mlp/mlp_factors.h"

#include "core/mlp/activation.h"
#include "core/mlp/mlp_curvature.h"

namespace hessianscope {
namespace {

// The work is roughly tokens x parameters x units. With fewer tokens x parameters than this it is
// not worth waking a second thread, least of all on a busy machine.
constexpr Index kParallelWork = 1 << 16;

using Small = Eigen::Map<Matrix>;

LayerPairs make_pairs(std::size_t depth) {
  return LayerPairs(depth, std::vector<Matrix>(depth));
}

MlpFactors allocate(const MlpPasses& passes, bool curved) {
  const std::size_t depth = passes.deltas.size();
  MlpFactors out{make_pairs(depth), make_pairs(depth), make_pairs(depth)};
  for (std::size_t l = 0; l < depth; ++l) {
    const Index units = passes.deltas[l].cols();
    for (std::size_t m = l; m < depth; ++m) {
      out.outer[l][m].resize(passes.tokens(), units * passes.deltas[m].cols());
      if (curved && m + 1 < depth) out.curved[l][m].resizeLike(out.outer[l][m]);
      if (l < m) out.inward[l][m].resize(passes.tokens(), units * passes.inputs[m].cols());
    }
  }
  return out;
}

// The matrices of one token. Holds the scratch space of one thread, kept from token to token.
class TokenMatrices {
 public:
  TokenMatrices(const Problem& problem, const MlpPasses& passes, MlpFactors& out)
      : weights_(problem.mlp_weights),
        passes_(passes),
        out_(out),
        depth_(weights_.size()),
        jacobians_(make_pairs(depth_)) {}

  void compute(Index token) {
    token_ = token;
    for (std::size_t l = 0; l + 1 < depth_; ++l) compute_jacobians(l);
    for (std::size_t l = 0; l < depth_; ++l) compute_outer(l);
    for (std::size_t m = depth_ - 1; m-- > 0;) compute_curved(m);
  }

 private:
  Index units(std::size_t layer) const { return weights_[layer].cols(); }

  Small at(LayerPairs& pairs, std::size_t l, std::size_t m) {
    Matrix& all = pairs[l][m];
    return Small(all.row(token_).data(), units(l), all.cols() / units(l));
  }

  // K_lm and the inward matrices for every m above l.
  void compute_jacobians(std::size_t l) {
    for (std::size_t m = l + 1; m < depth_; ++m) {
      Small inward = at(out_.inward, l, m);
      const auto slope = passes_.slopes[m - 1].row(token_);
      if (m == l + 1) {
        inward = slope.asDiagonal();
        jacobians_[l][m] = slope.asDiagonal() * weights_[m];
      } else {
        inward = jacobians_[l][m - 1] * slope.asDiagonal();
        jacobians_[l][m].noalias() = inward * weights_[m];
      }
    }
  }

  // Row l of outer; the last layer's K is the identity.
  void compute_outer(std::size_t l) {
    const std::size_t last = depth_ - 1;
    const Eigen::Map<const Matrix> lambda(passes_.loss.curvature.row(token_).data(), units(last),
                                          units(last));
    Small to_outputs = at(out_.outer, l, last);
    if (l == last) {
      to_outputs = lambda;
      return;
    }
    to_outputs.noalias() = jacobians_[l][last] * lambda;
    for (std::size_t m = l; m < last; ++m) {
      at(out_.outer, l, m).noalias() = to_outputs * jacobians_[m][last].transpose();
    }
    mirror(at(out_.outer, l, l));
  }

  // Column m of curved, after column m + 1.
  void compute_curved(std::size_t m) {
    if (out_.curved[m][m].size() == 0) return;
    Small own = at(out_.curved, m, m);
    own = passes_.bends[m].row(token_).asDiagonal();
    if (m + 2 < depth_) {
      own.noalias() += at(out_.curved, m, m + 1) * jacobians_[m][m + 1].transpose();
      mirror(own);
    }
    for (std::size_t l = 0; l < m; ++l) at(out_.curved, l, m).noalias() = jacobians_[l][m] * own;
  }

  // Two orders of accumulation would leave the matrix not quite symmetric.
  static void mirror(Small matrix) {
    matrix.triangularView<Eigen::StrictlyLower>() = matrix.transpose();
  }

  const std::vector<Matrix>& weights_;
  const MlpPasses& passes_;
  MlpFactors& out_;
  std::size_t depth_;
  LayerPairs jacobians_;  // K_lm of this token, l < m
  Index token_ = 0;
};

}  // namespace

MlpFactors mlp_factors(const Problem& problem, const MlpPasses& passes) {
  MlpFactors out = allocate(passes, !piecewise_linear(problem.activation));
  const Index work = passes.tokens() * mlp_layout(problem).parameters();
#pragma omp parallel if (work > kParallelWork)
  {
    TokenMatrices matrices(problem, passes, out);
#pragma omp for schedule(static)
    for (Index token = 0; token < passes.tokens(); ++token) matrices.compute(token);
  }
  return out;
}

}  // namespace hessianscope
