#include "core/attention/attention_curvature.h"

#include <algorithm>
#include <utility>

#include "core/attention/attention_factors.h"
#include "core/attention/attention_moments.h"

namespace hessianscope {
namespace {

// A vector per token on one slot of one weight matrix.
struct Side {
  Index block;
  Slot slot;
  const Matrix& vectors;
};

void place(Curvature& curvature, Part part, const Side& row, const Side& column, Matrix small) {
  const BlockLayout& layout = curvature.layout();
  curvature.factors(part, row.block, column.block)
      .terms.emplace_back(layout[row.block], layout[column.block], row.slot, column.slot,
                          row.vectors, column.vectors, std::move(small), row.block == column.block);
}

Vector concatenate(const std::vector<Matrix>& matrices) {
  Index size = 0;
  for (const Matrix& matrix : matrices) size += matrix.size();
  Vector result(size);
  double* out = result.data();
  for (const Matrix& matrix : matrices) out = std::copy_n(matrix.data(), matrix.size(), out);
  return result;
}

void place_merged(Curvature& curvature, const AttentionForward& forward, const TokenLoss& loss,
                  AttentionFactors factors) {
  const Side input{0, Slot::In, forward.x};
  const Side mixed{1, Slot::In, forward.first};
  const Side residual{1, Slot::Out, loss.gradient};
  place(curvature, Part::Outer, input, input, std::move(factors.N_outer));
  place(curvature, Part::Outer, input, mixed, std::move(factors.A_Lambda));
  place(curvature, Part::Outer, mixed, mixed, loss.curvature);
  if (factors.bends())
    place(curvature, Part::Functional, input, input, std::move(factors.N_functional));
  place(curvature, Part::Functional, input, residual, std::move(factors.tC));
}

void place_separate(Curvature& curvature, const Problem& problem, const AttentionForward& forward,
                    const TokenLoss& loss, AttentionFactors factors, Matrix B) {
  const Side input{0, Slot::In, forward.x};
  const Side query{1, Slot::Out, forward.query};
  const Side mixed{2, Slot::In, forward.first};
  const Side residual{2, Slot::Out, loss.gradient};
  const auto place_query_key = [&](Part part, Matrix N) {
    Matrix keyed = multiply_left(problem.W_K, N);
    place(curvature, part, input, input, multiply_right(keyed, problem.W_K));
    place(curvature, part, input, query, std::move(keyed));
    place(curvature, part, query, query, std::move(N));
  };

  place_query_key(Part::Outer, std::move(factors.N_outer));
  place(curvature, Part::Outer, input, mixed, multiply_left(problem.W_K, factors.A_Lambda));
  place(curvature, Part::Outer, query, mixed, std::move(factors.A_Lambda));
  place(curvature, Part::Outer, mixed, mixed, loss.curvature);

  if (factors.bends()) place_query_key(Part::Functional, std::move(factors.N_functional));
  curvature.factors(Part::Functional, input.block, query.block)
      .identities.push_back({std::move(B)});
  place(curvature, Part::Functional, input, residual, multiply_left(problem.W_K, factors.tC));
  place(curvature, Part::Functional, query, residual, std::move(factors.tC));
}

}  // namespace

BlockLayout attention_layout(const Problem& problem) {
  const Block value{"W_V", problem.d_model, problem.d_out};
  if (problem.query_key == QueryKeyForm::Merged)
    return BlockLayout({{"W_QK", problem.d_model, problem.d_model}, value});
  return BlockLayout(
      {{"W_Q", problem.d_model, problem.d_key}, {"W_K", problem.d_model, problem.d_key}, value});
}

Curvature attention_curvature(const Problem& problem) {
  const AttentionForward forward = attention_forward(problem);
  const TokenLoss loss = token_loss(problem, forward.rows, forward.outputs);
  AttentionFactors factors = attention_factors(problem, forward, loss);

  const bool merged = problem.query_key == QueryKeyForm::Merged;
  Matrix B = forward.x.transpose() * factors.b;
  const Matrix value_gradient = forward.first.transpose() * loss.gradient;
  Curvature curvature(
      attention_layout(problem), loss.value,
      merged ? concatenate({B, value_gradient})
             : concatenate({B * problem.W_K, B.transpose() * problem.W_Q, value_gradient}));
  if (merged)
    place_merged(curvature, forward, loss, std::move(factors));
  else
    place_separate(curvature, problem, forward, loss, std::move(factors), std::move(B));
  return curvature;
}

}  // namespace hessianscope
