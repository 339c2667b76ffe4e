#include "core/attention/attention_forward.h"

#include <cmath>

#include "core/attention/attention_moments.h"
#include "core/loss/token_loss.h"

namespace hessianscope {

Eigen::Block<const Matrix> seen_tokens(const Problem& problem, Index token) {
  const Index place = token % problem.length;
  Index count = 0;
  while (count < problem.length && problem.sees(place, count)) ++count;
  return problem.tokens.block(token - place, 0, count, problem.d_model);
}

AttentionForward attention_forward(const Problem& problem) {
  AttentionForward forward;
  forward.rows = weighted_tokens(problem);
  forward.x = problem.tokens(forward.rows, Eigen::all);
  const Index tokens = forward.tokens();

  Matrix kappa;
  forward.t = 1 / problem.temperature;
  if (problem.query_key == QueryKeyForm::Merged) {
    kappa.noalias() = forward.x * problem.W_QK;
  } else {
    forward.t /= std::sqrt(static_cast<double>(problem.d_key));
    forward.query.noalias() = forward.x * problem.W_Q;
    kappa.noalias() = forward.query * problem.W_K.transpose();
  }
  kappa *= forward.t;

  forward.scores.setZero(tokens, problem.length);
  forward.attention.setZero(tokens, problem.length);
  forward.first.resize(tokens, problem.d_model);
#pragma omp parallel for schedule(static) if (forward.scores.size() * problem.d_model > \
                                              kWorthSharing)
  for (Index i = 0; i < tokens; ++i) {
    const auto seen = seen_tokens(problem, forward.rows[static_cast<std::size_t>(i)]);
    Eigen::Map<Vector> scores(forward.scores.row(i).data(), seen.rows());
    Eigen::Map<Vector> attention(forward.attention.row(i).data(), seen.rows());
    scores.noalias() = seen * kappa.row(i).transpose();
    attend(problem.kernel, scores, attention);
    forward.first.row(i).noalias() = attention.transpose() * seen;
  }
  forward.outputs.noalias() = forward.first * problem.W_V;
  return forward;
}

}  // namespace hessianscope
