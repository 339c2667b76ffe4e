#include "core/attention/attention_moments.h"

#include <cmath>

namespace hessianscope {
namespace {

using Scores = Eigen::Ref<const Vector>;

void attend_softmax(const Scores& scores, Eigen::Ref<Vector> attention) {
  const double largest = scores.maxCoeff();
  double sum = 0;
  for (Index j = 0; j < scores.size(); ++j) sum += attention(j) = std::exp(scores(j) - largest);
  attention /= sum;
}

void attend_sigmoid(const Scores& scores, Eigen::Ref<Vector> attention) {
  for (Index j = 0; j < scores.size(); ++j) attention(j) = 1 / (1 + std::exp(-scores(j)));
}

void respond_softmax(const Eigen::Ref<const Matrix>& seen, const Scores& attention,
                     const Scores& first, AttentionResponse& response) {
  response.rows = seen.rowwise() - first.transpose();
  response.slope = attention;
  response.bend = attention;
}

void respond_linear(const Eigen::Ref<const Matrix>& seen, AttentionResponse& response) {
  response.rows = seen;
  response.slope.setOnes(seen.rows());
  response.bend.resize(0);
}

void respond_sigmoid(const Eigen::Ref<const Matrix>& seen, const Scores& scores,
                     AttentionResponse& response) {
  response.rows = seen;
  response.slope.resize(scores.size());
  response.bend.resize(scores.size());
  for (Index j = 0; j < scores.size(); ++j) {
    // From exp(-|s|), since 1 - g has no correct digit left where g is within rounding of 1.
    const double e = std::exp(-std::abs(scores(j)));
    response.slope(j) = e / ((1 + e) * (1 + e));
    response.bend(j) = -response.slope(j) * std::tanh(scores(j) / 2);
  }
}

// scale * sum_j weights_j y_j y_j^T.
void weighted_gram(AttentionResponse& response, const Vector& weights, double scale,
                   Eigen::Ref<Matrix> gram) {
  response.weighted = (scale * weights).asDiagonal() * response.rows;
  gram.noalias() = response.rows.transpose() * response.weighted;
}

}  // namespace

void attend(AttentionKernel kernel, const Scores& scores, Eigen::Ref<Vector> attention) {
  switch (kernel) {
    case AttentionKernel::Softmax:
      return attend_softmax(scores, attention);
    case AttentionKernel::Linear:
      attention = scores;
      return;
    case AttentionKernel::Sigmoid:
      return attend_sigmoid(scores, attention);
  }
}

void respond(AttentionKernel kernel, const Eigen::Ref<const Matrix>& seen, const Scores& scores,
             const Scores& attention, const Scores& first, AttentionResponse& response) {
  switch (kernel) {
    case AttentionKernel::Softmax:
      return respond_softmax(seen, attention, first, response);
    case AttentionKernel::Linear:
      return respond_linear(seen, response);
    case AttentionKernel::Sigmoid:
      return respond_sigmoid(seen, scores, response);
  }
}

void second_moment(AttentionResponse& response, double scale, Eigen::Ref<Matrix> C) {
  weighted_gram(response, response.slope, scale, C);
}

void third_moment(AttentionResponse& response, const Vector& v, double scale,
                  Eigen::Ref<Matrix> S) {
  const Vector weights = response.bend.cwiseProduct(response.rows * v);
  weighted_gram(response, weights, scale, S);
}

bool bends(AttentionKernel kernel) {
  return kernel != AttentionKernel::Linear;
}

}  // namespace hessianscope
