// Both models against the files written by make_golden.py with PyTorch.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "core/attention/attention_curvature.h"
#include "core/data/layer_norm.h"
#include "core/data/npz.h"
#include "core/mlp/mlp_curvature.h"
#include "core/scenario/field_table.h"
#include "tests/core/oracle/comparison.h"

namespace hessianscope {
namespace {

constexpr double kTolerance = 1e-12;

class GoldenFile {
 public:
  explicit GoldenFile(const std::filesystem::path& path) : arrays_(read_npz(path)) {}

  bool has(const std::string& name) const { return arrays_.contains(name); }
  const NpyArray& array(const std::string& name) const { return arrays_.at(name); }
  double number(const std::string& name) const { return array(name).float64.front(); }
  std::string text(const std::string& name) const { return array(name).unicode.front(); }

  // The last axis as columns, all others together as rows.
  Matrix matrix(const std::string& name) const {
    const NpyArray& values = array(name);
    const Index columns = values.shape.back();
    return Eigen::Map<const Matrix>(values.float64.data(), values.count() / columns, columns);
  }

 private:
  std::map<std::string, NpyArray> arrays_;
};

// The words of the file are those of a scenario.
Scenario read_scenario(const GoldenFile& file) {
  Scenario scenario;
  for (const auto& [key, array] :
       {std::pair("attention.kernel", "kernel"), std::pair("attention.mask", "mask"),
        std::pair("attention.query_key", "query_key"),
        std::pair("attention.normalization", "normalization"),
        std::pair("mlp.activation", "activation"), std::pair("loss", "loss_kind")})
    if (file.has(array)) assign_text(scenario, key, file.text(array));
  return scenario;
}

void read_weights(const GoldenFile& file, Problem& problem) {
  for (const auto& [name, weights] :
       {std::pair("W_Q", &problem.W_Q), std::pair("W_K", &problem.W_K),
        std::pair("W_QK", &problem.W_QK), std::pair("W_V", &problem.W_V)})
    if (file.has(name)) *weights = file.matrix(name);
  for (int layer = 1; file.has("mlp_W_" + std::to_string(layer)); ++layer)
    problem.mlp_weights.push_back(file.matrix("mlp_W_" + std::to_string(layer)));
  problem.d_out = file.has("W_V") ? problem.W_V.cols() : problem.mlp_weights.back().cols();
}

Problem read_problem(const GoldenFile& file) {
  Problem problem;
  problem.scenario = read_scenario(file);
  problem.kernel = problem.scenario.attention.kernel;
  problem.mask = problem.scenario.attention.mask;
  problem.query_key = problem.scenario.attention.query_key;
  problem.activation = problem.scenario.mlp.activation;
  problem.loss = problem.scenario.loss;
  if (file.has("temperature")) problem.temperature = file.number("temperature");
  if (file.has("d_key")) problem.d_key = static_cast<Index>(file.number("d_key"));

  problem.sequences = file.array("X").shape[0];
  problem.length = file.array("X").shape[1];
  problem.X = file.matrix("X");
  problem.d_model = problem.X.cols();
  problem.tokens = problem.scenario.attention.normalization == Normalization::PreLn
                       ? layer_norm(problem.X)
                       : problem.X;
  problem.token_weights =
      Eigen::Map<const Vector>(file.array("token_weights").float64.data(), problem.X.rows());
  if (problem.loss == LossKind::Mse)
    problem.Y = file.matrix("Y");
  else
    problem.labels.assign(file.array("labels").int64.begin(), file.array("labels").int64.end());
  read_weights(file, problem);
  return problem;
}

std::vector<std::string> golden_files() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(HESSIANSCOPE_REFERENCE_DIR))
    if (entry.path().extension() == ".npz") names.push_back(entry.path().stem().string());
  std::sort(names.begin(), names.end());
  return names;
}

class Golden : public testing::TestWithParam<std::string> {};

TEST_P(Golden, LossGradientAndEveryPartAgree) {
  const GoldenFile file(std::filesystem::path(HESSIANSCOPE_REFERENCE_DIR) / (GetParam() + ".npz"));
  const Problem problem = read_problem(file);
  const Curvature curvature =
      file.has("W_V") ? attention_curvature(problem) : mlp_curvature(problem);

  EXPECT_NEAR(curvature.loss(), file.number("loss"), kTolerance * file.number("loss"));
  const Vector gradient = file.matrix("gradient").reshaped();
  ASSERT_EQ(curvature.gradient().size(), gradient.size());
  EXPECT_LT((curvature.gradient() - gradient).norm(), kTolerance * gradient.norm());
  for (const auto& [part, array] :
       {std::pair(Part::Total, "hessian"), std::pair(Part::Outer, "hessian_outer"),
        std::pair(Part::Functional, "hessian_functional")}) {
    const auto worst = oracle::worst_block(curvature.layout(), oracle::assembled(curvature, part),
                                           file.matrix(array));
    EXPECT_LT(worst.relative, kTolerance) << array << " " << worst.block;
  }
}

INSTANTIATE_TEST_SUITE_P(Every, Golden, testing::ValuesIn(golden_files()),
                         [](const auto& golden) { return golden.param; });

TEST(GoldenFiles, CoverBothModels) {
  const std::vector<std::string> names = golden_files();
  const auto starting = [&](const std::string& model) {
    return std::count_if(names.begin(), names.end(),
                         [&](const std::string& name) { return name.starts_with(model); });
  };
  EXPECT_GE(starting("attention_"), 8);
  EXPECT_GE(starting("mlp_"), 7);
}

}  // namespace
}  // namespace hessianscope
