// The self-attention layer from its definition, for any scalar.
#pragma once

#include "core/data/problem.h"
#include "tests/core/oracle/differentiate.h"

namespace hessianscope::oracle {

// The tokens as the layer sees them: (x - mean) / sqrt(variance + 1e-5) per token when asked for.
inline Grid<double> normed_tokens(const Problem& problem) {
  Grid<double> X(problem.X);
  if (problem.scenario.attention.normalization == Normalization::None) return X;
  const double d = static_cast<double>(X.columns);
  for (Index i = 0; i < X.rows; ++i) {
    double mean = 0, variance = 0;
    for (Index p = 0; p < X.columns; ++p) mean += X(i, p) / d;
    for (Index p = 0; p < X.columns; ++p) variance += (X(i, p) - mean) * (X(i, p) - mean) / d;
    for (Index p = 0; p < X.columns; ++p) X(i, p) = (X(i, p) - mean) / std::sqrt(variance + 1e-5);
  }
  return X;
}

// theta = (W_Q, W_K, W_V), or (W_QK, W_V) when merged.
class AttentionModel {
 public:
  explicit AttentionModel(const Problem& problem)
      : problem_(problem), tokens_(normed_tokens(problem)) {}

  Vector parameters() const {
    return merged() ? flatten({problem_.W_QK, problem_.W_V})
                    : flatten({problem_.W_Q, problem_.W_K, problem_.W_V});
  }

  template <class Scalar>
  Grid<Scalar> operator()(const std::vector<Scalar>& theta) const {
    const Index d_model = problem_.d_model, d_key = problem_.d_key, length = problem_.length;
    Grid<Scalar> X(tokens_.rows, tokens_.columns);
    std::copy(tokens_.values.begin(), tokens_.values.end(), X.values.begin());
    Index offset = 0;
    Grid<Scalar> scores(0, 0);  // of every token with every other
    if (merged()) {
      const Grid<Scalar> W_QK = take_weights(theta, offset, d_model, d_model);
      scores = product(product(X, W_QK), transposed(X));
    } else {
      const Grid<Scalar> W_Q = take_weights(theta, offset, d_model, d_key);
      const Grid<Scalar> W_K = take_weights(theta, offset, d_model, d_key);
      scores = product(product(X, W_Q), transposed(product(X, W_K)));
    }
    const Grid<Scalar> W_V = take_weights(theta, offset, d_model, problem_.d_out);
    const double divisor =
        problem_.temperature * (merged() ? 1.0 : std::sqrt(static_cast<double>(d_key)));

    Grid<Scalar> attention(X.rows, X.rows);  // zero where a token does not see another
    for (Index n = 0; n < problem_.sequences; ++n)
      for (Index i = 0; i < length; ++i) {
        std::vector<Scalar> row;
        for (Index j = 0; j < length; ++j)
          if (problem_.mask == AttentionMask::None || j <= i)
            row.push_back(scores(n * length + i, n * length + j) / Scalar(divisor));
        apply_kernel(row);
        for (std::size_t j = 0; j < row.size(); ++j)
          attention(n * length + i, n * length + static_cast<Index>(j)) = row[j];
      }
    return product(attention, product(X, W_V));
  }

 private:
  bool merged() const { return problem_.query_key == QueryKeyForm::Merged; }

  template <class Scalar>
  void apply_kernel(std::vector<Scalar>& row) const {
    using std::exp;
    if (problem_.kernel == AttentionKernel::Softmax) {
      Scalar sum = 0;
      for (Scalar& score : row) sum += score = exp(score);
      for (Scalar& score : row) score = score / sum;
    } else if (problem_.kernel == AttentionKernel::Sigmoid) {
      for (Scalar& score : row) score = Scalar(1) / (Scalar(1) + exp(-score));
    }
  }

  const Problem& problem_;
  Grid<double> tokens_;
};

}  // namespace hessianscope::oracle
