#include "core/attention/attention_factors.h"

#include "core/attention/attention_moments.h"

namespace hessianscope {
namespace {

// The matrix in row i of a stack.
Eigen::Map<Matrix> matrix_of(Matrix& stack, Index i, Index rows) {
  return {stack.row(i).data(), rows, stack.cols() / rows};
}
Eigen::Map<const Matrix> matrix_of(const Matrix& stack, Index i, Index rows) {
  return {stack.row(i).data(), rows, stack.cols() / rows};
}

}  // namespace

AttentionFactors attention_factors(const Problem& problem, const AttentionForward& forward,
                                   const TokenLoss& loss) {
  const Index tokens = forward.tokens(), d = problem.d_model, d_out = problem.d_out;
  const bool curved = bends(problem.kernel);
  const double t = forward.t;
  AttentionFactors factors;
  factors.A_Lambda.resize(tokens, d * d_out);
  factors.tC.resize(tokens, d * d);
  factors.N_outer.resize(tokens, d * d);
  if (curved) factors.N_functional.resize(tokens, d * d);
  factors.b.resize(tokens, d);
  const Matrix v = loss.gradient * problem.W_V.transpose();

#pragma omp parallel if (factors.tC.size() * (problem.length + d_out) > kWorthSharing)
  {
    AttentionResponse response;
    Matrix A(d, d_out);
#pragma omp for schedule(static)
    for (Index i = 0; i < tokens; ++i) {
      const auto seen = seen_tokens(problem, forward.rows[static_cast<std::size_t>(i)]);
      respond(problem.kernel, seen, forward.scores.row(i).head(seen.rows()).transpose(),
              forward.attention.row(i).head(seen.rows()).transpose(),
              forward.first.row(i).transpose(), response);
      auto tC = matrix_of(factors.tC, i, d);
      auto A_Lambda = matrix_of(factors.A_Lambda, i, d);
      second_moment(response, t, tC);
      A.noalias() = tC * problem.W_V;
      A_Lambda.noalias() = A * matrix_of(loss.curvature, i, d_out);
      matrix_of(factors.N_outer, i, d).noalias() = A_Lambda * A.transpose();
      factors.b.row(i).noalias() = v.row(i) * tC;
      if (curved)
        third_moment(response, v.row(i).transpose(), t * t, matrix_of(factors.N_functional, i, d));
    }
  }
  return factors;
}

Matrix multiply_left(const Matrix& W, const Matrix& stack) {
  const Index columns = stack.cols() / W.rows();
  Matrix result(stack.rows(), W.cols() * columns);
#pragma omp parallel for schedule(static) if (stack.size() * W.cols() > kWorthSharing)
  for (Index i = 0; i < stack.rows(); ++i)
    matrix_of(result, i, W.cols()).noalias() = W.transpose() * matrix_of(stack, i, W.rows());
  return result;
}

Matrix multiply_right(const Matrix& stack, const Matrix& W) {
  const Index rows = stack.cols() / W.rows();
  Matrix result(stack.rows(), rows * W.cols());
#pragma omp parallel for schedule(static) if (stack.size() * W.cols() > kWorthSharing)
  for (Index i = 0; i < stack.rows(); ++i)
    matrix_of(result, i, rows).noalias() = matrix_of(stack, i, rows) * W;
  return result;
}

}  // namespace hessianscope
