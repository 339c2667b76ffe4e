// Small problems for tests, built by hand so that every dimension can differ from every other.
#pragma once

#include <cmath>
#include <cstdint>
#include <numbers>
#include <random>

#include "core/data/layer_norm.h"
#include "core/data/problem.h"

namespace hessianscope::oracle {

// The same numbers with every standard library: only the engine is taken from it.
class TestNumbers {
 public:
  explicit TestNumbers(std::uint64_t seed) : engine_(seed) {}
  double uniform() { return (static_cast<double>(engine_() >> 11) + 0.5) * 0x1p-53; }  // (0, 1)
  double normal();
  Index below(Index bound) { return static_cast<Index>(uniform() * static_cast<double>(bound)); }
  Matrix normals(Index rows, Index columns, double scale);

 private:
  std::mt19937_64 engine_;
};

struct ProblemSpec {
  Index sequences = 2, length = 4, d_model = 5, d_key = 3, d_out = 6;
  AttentionKernel kernel = AttentionKernel::Softmax;
  AttentionMask mask = AttentionMask::None;
  QueryKeyForm query_key = QueryKeyForm::Separate;
  Normalization normalization = Normalization::None;
  LossKind loss = LossKind::Mse;
  Activation activation = Activation::Relu;
  double sigma = 1.0, temperature = 1.0;
  double query_scale = 1.0, key_scale = 1.0, value_scale = 1.0;
  std::vector<Index> mlp_widths = {7};  // hidden layers only
  // Token weights differ, and the second of every four tokens carries no loss; else 1 / (N L).
  bool uneven_weights = true;
  std::uint64_t seed = 1;
};

Problem random_problem(const ProblemSpec& spec);

// The reference sizes of the known answers.
inline ProblemSpec reference_spec() {
  return {
      .sequences = 1, .length = 8, .d_model = 4, .d_key = 4, .d_out = 4, .uneven_weights = false};
}

inline double TestNumbers::normal() {
  const double radius = std::sqrt(-2 * std::log(uniform()));
  return radius * std::cos(2 * std::numbers::pi * uniform());
}

inline Matrix TestNumbers::normals(Index rows, Index columns, double scale) {
  Matrix result(rows, columns);
  for (Index i = 0; i < result.size(); ++i) result.data()[i] = scale * normal();
  return result;
}

inline Problem random_problem(const ProblemSpec& spec) {
  TestNumbers numbers(spec.seed);
  Problem problem;
  problem.sequences = spec.sequences;
  problem.length = spec.length;
  problem.d_model = spec.d_model;
  problem.d_key = spec.d_key;
  problem.d_out = spec.d_out;
  problem.kernel = spec.kernel;
  problem.mask = spec.mask;
  problem.query_key = spec.query_key;
  problem.loss = spec.loss;
  problem.activation = spec.activation;
  problem.temperature = spec.temperature;
  problem.scenario.attention.normalization = spec.normalization;

  const Index tokens = spec.sequences * spec.length;
  problem.X = numbers.normals(tokens, spec.d_model, spec.sigma);
  problem.tokens = spec.normalization == Normalization::PreLn ? layer_norm(problem.X) : problem.X;
  problem.Y = numbers.normals(tokens, spec.d_out, 1.0);
  problem.token_weights.resize(tokens);
  for (Index i = 0; i < tokens; ++i) {
    const double uneven = i % 4 == 1 ? 0.0 : 1.0 + static_cast<double>(i % 3);
    problem.token_weights(i) = spec.uneven_weights ? uneven : 1.0;
    problem.labels.push_back(problem.token_weights(i) > 0 ? numbers.below(spec.d_out) : 0);
  }
  problem.token_weights /= problem.token_weights.sum();

  const double fan_in = 1 / std::sqrt(static_cast<double>(spec.d_model));
  problem.W_Q = numbers.normals(spec.d_model, spec.d_key, spec.query_scale * fan_in);
  problem.W_K = numbers.normals(spec.d_model, spec.d_key, spec.key_scale * fan_in);
  problem.W_V = numbers.normals(spec.d_model, spec.d_out, spec.value_scale * fan_in);
  if (spec.query_key == QueryKeyForm::Merged)
    problem.W_QK =
        problem.W_Q * problem.W_K.transpose() / std::sqrt(static_cast<double>(spec.d_key));
  Index inputs = spec.d_model;
  std::vector<Index> widths = spec.mlp_widths;
  widths.push_back(spec.d_out);
  for (const Index width : widths) {
    problem.mlp_weights.push_back(
        numbers.normals(inputs, width, 1 / std::sqrt(static_cast<double>(inputs))));
    inputs = width;
  }
  return problem;
}

}  // namespace hessianscope::oracle
