// The MLP from its definition, for any scalar.
#pragma once

#include "core/data/problem.h"
#include "tests/core/oracle/differentiate.h"

namespace hessianscope::oracle {

template <class Scalar>
Scalar activation_of(Activation activation, const Scalar& z) {
  using std::erf, std::tanh;
  switch (activation) {
    case Activation::Relu:
      return relu(z);
    case Activation::Gelu:
      return z * Scalar(0.5) * (Scalar(1) + erf(z / Scalar(std::numbers::sqrt2)));
    case Activation::Tanh:
      return tanh(z);
    case Activation::Identity:
      break;
  }
  return z;
}

// theta = (W_1, ..., W_D).
class MlpModel {
 public:
  explicit MlpModel(const Problem& problem) : problem_(problem) {}

  Vector parameters() const { return flatten(problem_.mlp_weights); }

  template <class Scalar>
  Grid<Scalar> operator()(const std::vector<Scalar>& theta) const {
    Grid<Scalar> h(problem_.tokens);
    Index offset = 0;
    const std::size_t depth = problem_.mlp_weights.size();
    for (std::size_t layer = 0; layer < depth; ++layer) {
      const Matrix& weights = problem_.mlp_weights[layer];
      h = product(h, take_weights(theta, offset, weights.rows(), weights.cols()));
      if (layer + 1 == depth) break;
      for (Scalar& z : h.values) z = activation_of(problem_.activation, z);
    }
    return h;
  }

 private:
  const Problem& problem_;
};

}  // namespace hessianscope::oracle
