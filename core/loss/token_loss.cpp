#include "core/loss/token_loss.h"

#include <cmath>

namespace hessianscope {
namespace {

// What one token adds: its weight, its output, and where its derivatives go.
struct Token {
  double weight = 0;
  Eigen::Map<const Vector> output;
  Eigen::Map<Vector> gradient;
  Eigen::Map<Matrix> curvature;  // zero on entry
};

double squared_error(Token& token, const Eigen::Ref<const Vector>& target) {
  const double factor = token.weight / static_cast<double>(target.size());
  token.gradient = token.output - target;
  const double value = factor * token.gradient.squaredNorm();
  token.gradient *= 2 * factor;
  token.curvature.diagonal().setConstant(2 * factor);
  return value;
}

double cross_entropy(Token& token, Index label) {
  Index top = 0;
  const double largest = token.output.maxCoeff(&top);
  Eigen::Map<Vector>& p = token.gradient;
  p = (token.output.array() - largest).unaryExpr([](double logit) { return std::exp(logit); });
  p(top) = 0;
  const double rest = p.sum();  // of the exponentials, next to 1 for the largest
  p(top) = 1;
  p /= 1 + rest;
  // 1 - p, which loses every digit for a certain prediction unless taken from the other ones.
  Vector complement = 1 - p.array();
  complement(top) = rest / (1 + rest);

  token.curvature.noalias() = (-token.weight * p) * p.transpose();
  token.curvature.diagonal() = token.weight * p.cwiseProduct(complement);
  p(label) = -complement(label);
  p *= token.weight;
  return token.weight * (std::log1p(rest) + (largest - token.output(label)));
}

}  // namespace

TokenLoss token_loss(const Problem& problem, const std::vector<Index>& rows,
                     const Matrix& outputs) {
  const Index tokens = outputs.rows(), d_out = outputs.cols();
  TokenLoss loss;
  loss.gradient.resize(tokens, d_out);
  loss.curvature.setZero(tokens, d_out * d_out);
  for (Index i = 0; i < tokens; ++i) {
    const Index row = rows[static_cast<std::size_t>(i)];
    Token token{problem.token_weights(row),
                {outputs.row(i).data(), d_out},
                {loss.gradient.row(i).data(), d_out},
                {loss.curvature.row(i).data(), d_out, d_out}};
    loss.value += problem.loss == LossKind::Mse
                      ? squared_error(token, problem.Y.row(row).transpose())
                      : cross_entropy(token, problem.labels[static_cast<std::size_t>(row)]);
  }
  return loss;
}

std::vector<Index> weighted_tokens(const Problem& problem) {
  std::vector<Index> rows;
  for (Index i = 0; i < problem.token_weights.size(); ++i)
    if (problem.token_weights(i) > 0) rows.push_back(i);
  return rows;
}

}  // namespace hessianscope
