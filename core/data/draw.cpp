#include "core/data/draw.h"

#include <cmath>

#include "core/data/digit_addition.h"
#include "core/data/layer_file.h"
#include "core/data/layer_norm.h"
#include "core/data/normal_numbers.h"
#include "core/data/safe_file.h"
#include "core/error.h"
#include "core/scenario/field_table.h"

namespace hessianscope {
namespace {

std::span<double> row_span(Matrix& matrix, Index row) {
  return {matrix.row(row).data(), static_cast<std::size_t>(matrix.cols())};
}

// One row of N(0, 1) for every token, indexed by sequence and token.
Matrix normal_rows(const Problem& problem, Stream stream, Index columns) {
  Matrix rows(problem.sequences * problem.length, columns);
  for (Index n = 0; n < problem.sequences; ++n) {
    for (Index i = 0; i < problem.length; ++i) {
      fill_normal({problem.scenario.data.seed, stream, static_cast<std::uint32_t>(n),
                   static_cast<std::uint32_t>(i)},
                  row_span(rows, n * problem.length + i));
    }
  }
  return rows;
}

std::vector<Index> uniform_labels(const Problem& problem) {
  std::vector<Index> labels;
  for (Index n = 0; n < problem.sequences; ++n) {
    for (Index i = 0; i < problem.length; ++i) {
      labels.push_back(
          uniform_integer({problem.scenario.data.seed, Stream::Labels,
                           static_cast<std::uint32_t>(n), static_cast<std::uint32_t>(i)},
                          static_cast<std::uint32_t>(problem.d_out)));
    }
  }
  return labels;
}

// N(0, 1) / sqrt(fan-in), a fan-in x fan-out matrix.
Matrix normal_weights(std::int64_t seed, Stream stream, Index layer, Index fan_in, Index fan_out) {
  Matrix weights(fan_in, fan_out);
  for (Index row = 0; row < fan_in; ++row) {
    fill_normal({seed, stream, static_cast<std::uint32_t>(layer), static_cast<std::uint32_t>(row)},
                row_span(weights, row));
  }
  return weights / std::sqrt(static_cast<double>(fan_in));
}

// d_out is known only here: the file may leave it to the scenario.
void check_labels(const std::vector<Index>& labels, Index d_out) {
  for (std::size_t i = 0; i < labels.size(); ++i) {
    if (labels[i] >= d_out) {
      throw Error("labels holds " + std::to_string(labels[i]) + " for token " + std::to_string(i) +
                  "; with d_out = " + std::to_string(d_out) + " it must be below that");
    }
  }
}

Matrix one_hot_rows(const std::vector<Index>& labels, const Vector& token_weights, Index columns) {
  Matrix rows = Matrix::Zero(token_weights.size(), columns);
  for (Index i = 0; i < rows.rows(); ++i) {
    if (token_weights[i] > 0) rows(i, labels[static_cast<std::size_t>(i)]) = 1;
  }
  return rows;
}

void set_sizes(Problem& problem, const GivenArrays& given) {
  const auto either = [](Index from_arrays, std::int64_t from_scenario) {
    return from_arrays > 0 ? from_arrays : Index{from_scenario};
  };
  const Scenario& scenario = problem.scenario;
  problem.sequences = either(given.sequences, scenario.data.sequences);
  problem.length = either(given.length, scenario.data.sequence_length);
  problem.d_model = either(given.d_model, scenario.attention.d_model);
  problem.d_key = either(given.d_key, scenario.attention.d_key);
  problem.d_out = either(given.d_out, problem.d_model);
}

void draw_tokens(Problem& problem, const GivenArrays& given) {
  const DataSettings& data = problem.scenario.data;
  problem.X =
      data.scale * (given.X ? *given.X : normal_rows(problem, Stream::Tokens, problem.d_model));
  problem.tokens = problem.scenario.attention.normalization == Normalization::PreLn
                       ? layer_norm(problem.X)
                       : problem.X;
  const Index count = problem.sequences * problem.length;
  problem.token_weights = given.token_weights
                              ? *given.token_weights
                              : Vector::Constant(count, 1.0 / static_cast<double>(count));
  if (given.labels) check_labels(*given.labels, problem.d_out);
  if (problem.loss == LossKind::CrossEntropy) {
    problem.labels = given.labels ? *given.labels : uniform_labels(problem);
    for (Index i = 0; i < count; ++i)
      if (problem.token_weights[i] == 0) problem.labels[static_cast<std::size_t>(i)] = 0;
    return;
  }
  if (given.Y) {
    problem.Y = *given.Y;
  } else if (given.labels) {
    problem.Y = one_hot_rows(*given.labels, problem.token_weights, problem.d_out);
  } else {
    problem.Y = normal_rows(problem, Stream::Targets, problem.d_out);
  }
  if (data.scale_targets) problem.Y *= data.scale;
}

void draw_attention_weights(Problem& problem, const GivenArrays& given) {
  const AttentionSettings& attention = problem.scenario.attention;
  const auto weights = [&](const std::optional<Matrix>& from_source, Stream stream, Index fan_out,
                           double scale) -> Matrix {
    return scale * (from_source
                        ? *from_source
                        : normal_weights(attention.seed, stream, 0, problem.d_model, fan_out));
  };
  problem.W_V = weights(given.W_V, Stream::ValueWeights, problem.d_out, attention.value_scale);
  if (given.W_QK) {
    problem.query_key = QueryKeyForm::Merged;
    problem.W_QK = (attention.query_scale * attention.key_scale) * *given.W_QK;
    return;
  }
  problem.query_key = attention.query_key;
  problem.W_Q = weights(given.W_Q, Stream::QueryWeights, problem.d_key, attention.query_scale);
  problem.W_K = weights(given.W_K, Stream::KeyWeights, problem.d_key, attention.key_scale);
  if (problem.query_key == QueryKeyForm::Merged) {
    problem.W_QK.noalias() = problem.W_Q * problem.W_K.transpose();
    problem.W_QK /= std::sqrt(static_cast<double>(problem.d_key));
  }
}

void draw_mlp_weights(Problem& problem, const GivenArrays& given) {
  const MlpSettings& mlp = problem.scenario.mlp;
  problem.mlp_weights = given.mlp_weights;
  if (problem.mlp_weights.empty()) {
    const Index parameters =
        attention_parameter_count(problem.d_model, problem.d_key, problem.d_out, problem.query_key);
    const Index width =
        mlp.width > 0 ? Index{mlp.width}
                      : matched_mlp_width(problem.d_model, problem.d_out, mlp.depth, parameters);
    for (Index layer = 0; layer < mlp.depth; ++layer) {
      const Index fan_in = layer == 0 ? problem.d_model : width;
      const Index fan_out = layer + 1 == mlp.depth ? problem.d_out : width;
      problem.mlp_weights.push_back(
          normal_weights(mlp.seed, Stream::MlpWeights, layer, fan_in, fan_out));
    }
  }
  for (Matrix& weights : problem.mlp_weights) weights *= mlp.scale;
}

Problem make_problem(const Scenario& scenario, const GivenArrays& given) {
  Problem problem;
  problem.scenario = scenario;
  problem.kernel = scenario.attention.kernel;
  problem.mask = scenario.attention.mask;
  problem.loss = scenario.loss;
  problem.activation = scenario.mlp.activation;
  problem.temperature = scenario.attention.temperature;
  set_sizes(problem, given);
  draw_tokens(problem, given);
  draw_attention_weights(problem, given);
  draw_mlp_weights(problem, given);
  return problem;
}

}  // namespace

struct ProblemSource::CachedFile {
  std::filesystem::path path;
  std::uint64_t size = 0;
  std::int64_t modified = 0;
  GivenArrays arrays;
};

ProblemSource::ProblemSource() = default;
ProblemSource::~ProblemSource() = default;

Problem ProblemSource::draw(const Scenario& scenario) {
  validate(scenario);
  switch (scenario.data.source) {
    case DataSource::Gaussian:
      return make_problem(scenario, GivenArrays{});
    case DataSource::DigitAddition:
      return make_problem(scenario, digit_addition(scenario.data.seed, scenario.data.sequences,
                                                   scenario.attention.d_model));
    case DataSource::File:
      break;
  }
  const std::filesystem::path path = scenario.data.file;
  const RegularFile file(path);
  if (!file_ || file_->path != path || file_->size != file.size() ||
      file_->modified != file.modified()) {
    file_ = std::make_unique<CachedFile>(
        CachedFile{path, file.size(), file.modified(), read_layer_file(path)});
  }
  try {
    return make_problem(scenario, file_->arrays);
  } catch (const Error& error) {
    throw Error(path.string() + ": " + error.what());
  }
}

}  // namespace hessianscope
