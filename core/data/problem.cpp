#include "core/data/problem.h"

#include <cstdlib>

namespace hessianscope {

Index attention_parameter_count(Index d_model, Index d_key, Index d_out, QueryKeyForm form) {
  const Index query_key = form == QueryKeyForm::Merged ? d_model * d_model : 2 * d_model * d_key;
  return query_key + d_model * d_out;
}

Index mlp_parameter_count(Index d_model, Index d_out, Index depth, Index width) {
  if (depth == 1) return d_model * d_out;
  return d_model * width + (depth - 2) * width * width + width * d_out;
}

Index matched_mlp_width(Index d_model, Index d_out, Index depth, Index parameters) {
  if (depth == 1) return 0;
  const auto distance = [&](Index width) {
    return std::abs(mlp_parameter_count(d_model, d_out, depth, width) - parameters);
  };
  // The count grows with the width, so the distance falls to its least value and rises again.
  Index width = 1;
  while (distance(width + 1) < distance(width)) ++width;
  return width;
}

std::string loss_formula(const Problem& problem) {
  const std::string per_token = problem.loss == LossKind::Mse
                                    ? "‖Fᵢ − Yᵢ‖² / " + std::to_string(problem.d_out)
                                    : "(−log softmax(Fᵢ)[labelᵢ])";
  const Index tokens = problem.sequences * problem.length;
  std::string weights = "as the file gives them";
  if (problem.scenario.data.source == DataSource::DigitAddition) {
    weights = "1/(6N) = 1/" + std::to_string(6 * problem.sequences) +
              " on the six positions of each sequence that predict the answer, 0 elsewhere";
  } else if ((problem.token_weights.array() == 1.0 / static_cast<double>(tokens)).all()) {
    weights = "1/(N L) = 1/" + std::to_string(tokens);
  }
  return "ℒ = Σᵢ wᵢ " + per_token + ", wᵢ = " + weights;
}

}  // namespace hessianscope
