// Layer files: every array in or out of the file, sizes taken from it, contradictions refused.
#include "core/data/layer_file.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <functional>
#include <limits>

#include "core/data/draw.h"
#include "core/data/npz.h"
#include "core/error.h"

namespace hessianscope {
namespace {

namespace fs = std::filesystem;

std::vector<double> ramp(std::int64_t count) {
  std::vector<double> values;
  for (std::int64_t i = 0; i < count; ++i)
    values.push_back(0.125 * static_cast<double>(i % 9) - 0.5);
  return values;
}

void add_ramp(NpzWriter& writer, const std::string& name, const ArrayShape& shape) {
  std::int64_t count = 1;
  for (const std::int64_t size : shape) count *= size;
  writer.add(name, shape, ramp(count));
}

class LayerFileTest : public testing::Test {
 protected:
  LayerFileTest() : path_(testing::TempDir() + "layer_" + std::to_string(getpid()) + ".npz") {
    scenario_.data.source = DataSource::File;
    scenario_.data.file = path_.string();
  }
  ~LayerFileTest() override { fs::remove(path_); }

  using Shapes = std::vector<std::pair<std::string, ArrayShape>>;

  void write(const Shapes& shapes) {
    NpzWriter writer;
    for (const auto& [name, shape] : shapes) add_ramp(writer, name, shape);
    writer.save(path_);
  }
  Problem draw() { return ProblemSource().draw(scenario_); }
  std::string refusal() {
    try {
      draw();
    } catch (const Error& error) {
      const std::string what = error.what();
      EXPECT_EQ(what.rfind(path_.string(), 0), 0u) << what;
      return what;
    }
    return "accepted";
  }
  void expect_refused(const std::vector<std::string>& named) {
    const std::string what = refusal();
    for (const std::string& part : named) {
      EXPECT_NE(what.find(part), std::string::npos) << part << " is not in: " << what;
    }
  }

  fs::path path_;
  Scenario scenario_;
};

TEST_F(LayerFileTest, ArraysFixTheSizesAndAreUsedAsTheyAre) {
  write({{"X", {2, 5, 4}}, {"Y", {2, 5, 3}}, {"W_Q", {4, 2}}, {"W_K", {4, 2}}, {"W_V", {4, 3}}});
  const Problem problem = draw();
  EXPECT_EQ(problem.sequences, 2);
  EXPECT_EQ(problem.length, 5);
  EXPECT_EQ(problem.d_model, 4);
  EXPECT_EQ(problem.d_key, 2);
  EXPECT_EQ(problem.d_out, 3);
  EXPECT_EQ(problem.X, Eigen::Map<const Matrix>(ramp(40).data(), 10, 4));
  EXPECT_EQ(problem.Y, Eigen::Map<const Matrix>(ramp(30).data(), 10, 3));
  EXPECT_EQ(problem.W_Q, Eigen::Map<const Matrix>(ramp(8).data(), 4, 2));
  EXPECT_EQ(problem.W_V, Eigen::Map<const Matrix>(ramp(12).data(), 4, 3));
  EXPECT_EQ(problem.query_key, QueryKeyForm::Separate);
  EXPECT_EQ(problem.mlp_weights.front().rows(), 4);
  EXPECT_EQ(problem.mlp_weights.back().cols(), 3);
  EXPECT_EQ(problem.scenario, scenario_);
}

TEST_F(LayerFileTest, OneSequenceNeedsNoFirstDimension) {
  write({{"X", {5, 4}}, {"Y", {1, 5, 4}}});
  EXPECT_EQ(draw().sequences, 1);
  EXPECT_EQ(draw().length, 5);
}

TEST_F(LayerFileTest, WhatIsMissingIsDrawnAsWithoutAFile) {
  Scenario drawn = scenario_;
  drawn.data.source = DataSource::Gaussian;
  drawn.data.sequences = scenario_.data.sequences = 2;
  const Problem gaussian = ProblemSource().draw(drawn);
  write({{"W_Q", {16, 16}}});
  Problem problem = draw();
  EXPECT_EQ(problem.X, gaussian.X);
  EXPECT_EQ(problem.Y, gaussian.Y);
  EXPECT_NE(problem.W_Q, gaussian.W_Q);
  EXPECT_EQ(problem.W_K, gaussian.W_K);
  EXPECT_EQ(problem.W_V, gaussian.W_V);
  EXPECT_EQ(problem.mlp_weights, gaussian.mlp_weights);
  write({{"X", {2, 16, 16}}});
  problem = draw();
  EXPECT_NE(problem.X, gaussian.X);
  EXPECT_EQ(problem.Y, gaussian.Y);
  EXPECT_EQ(problem.W_Q, gaussian.W_Q);
}

TEST_F(LayerFileTest, ScalesMultiplyTheArraysOfTheFile) {
  write({{"X", {5, 4}},
         {"Y", {5, 4}},
         {"W_Q", {4, 2}},
         {"W_K", {4, 2}},
         {"W_V", {4, 4}},
         {"mlp_W_1", {4, 3}},
         {"mlp_W_2", {3, 4}}});
  const Problem one = draw();
  scenario_.data.scale = 0.5;
  scenario_.data.scale_targets = true;
  scenario_.attention.query_scale = 2;
  scenario_.attention.key_scale = 3;
  scenario_.attention.value_scale = 0;
  scenario_.mlp.scale = 7;
  const Problem scaled = draw();
  EXPECT_EQ(scaled.X, 0.5 * one.X);
  EXPECT_EQ(scaled.Y, 0.5 * one.Y);
  EXPECT_EQ(scaled.W_Q, 2 * one.W_Q);
  EXPECT_EQ(scaled.W_K, 3 * one.W_K);
  EXPECT_EQ(scaled.W_V, Matrix::Zero(4, 4));
  EXPECT_EQ(scaled.mlp_weights[1], 7 * one.mlp_weights[1]);
}

TEST_F(LayerFileTest, MergedWeightsAskForTheMergedForm) {
  write({{"X", {5, 4}}, {"W_QK", {4, 4}}});
  scenario_.attention.query_scale = 2;
  scenario_.attention.key_scale = 3;
  const Problem problem = draw();
  EXPECT_EQ(problem.query_key, QueryKeyForm::Merged);
  EXPECT_EQ(problem.W_QK, 6 * Eigen::Map<const Matrix>(ramp(16).data(), 4, 4));
  EXPECT_EQ(problem.W_Q.size(), 0);
  EXPECT_EQ(problem.W_K.size(), 0);
}

TEST_F(LayerFileTest, SeparateWeightsAreMergedWhenTheScenarioSaysSo) {
  write({{"X", {5, 4}}, {"W_Q", {4, 2}}, {"W_K", {4, 2}}});
  scenario_.attention.query_key = QueryKeyForm::Merged;
  const Problem problem = draw();
  const Matrix W = Eigen::Map<const Matrix>(ramp(8).data(), 4, 2);
  EXPECT_LT((problem.W_QK - W * W.transpose() / std::sqrt(2.0)).norm(), 1e-15);
}

TEST_F(LayerFileTest, LabelsServeBothLosses) {
  NpzWriter writer;
  add_ramp(writer, "X", {2, 3, 4});
  writer.add("labels", {2, 3}, std::vector<std::int64_t>{3, 0, 1, 2, 2, 0});
  writer.add("token_weights", {2, 3}, std::vector<double>{0.5, 0.25, 0.25, 0, 0, 0});
  writer.save(path_);
  scenario_.loss = LossKind::CrossEntropy;
  EXPECT_EQ(draw().labels, (std::vector<Index>{3, 0, 1, 0, 0, 0})) << "0 where the weight is 0";
  EXPECT_EQ(draw().token_weights[1], 0.25);
  scenario_.loss = LossKind::Mse;
  Matrix expected = Matrix::Zero(6, 4);
  expected(0, 3) = expected(1, 0) = expected(2, 1) = 1;
  EXPECT_EQ(draw().Y, expected);
  writer.add("W_V", {4, 3}, ramp(12));
  writer.save(path_);
  expect_refused({"labels holds 3 for token 0", "d_out = 3"});
}

TEST_F(LayerFileTest, ReproducesTheArraysOfAProblem) {
  for (const QueryKeyForm form : {QueryKeyForm::Separate, QueryKeyForm::Merged}) {
    for (const LossKind loss : {LossKind::Mse, LossKind::CrossEntropy}) {
      Scenario scenario;
      scenario.data.source = DataSource::DigitAddition;
      scenario.data.scale = 0.1;
      scenario.data.sequences = 2;
      scenario.attention.query_key = form;
      scenario.attention.query_scale = 3;
      scenario.attention.normalization = Normalization::PreLn;
      scenario.mlp.depth = 3;
      scenario.loss = loss;
      const Problem original = ProblemSource().draw(scenario);
      NpzWriter writer;
      writer.add("X", {2, 18, 16}, original.X.data());
      writer.add("token_weights", {2, 18}, original.token_weights.data());
      if (loss == LossKind::Mse) writer.add("Y", {2, 18, 16}, original.Y.data());
      if (loss == LossKind::CrossEntropy) {
        writer.add("labels", {2, 18},
                   std::vector<std::int64_t>(original.labels.begin(), original.labels.end()));
      }
      if (form == QueryKeyForm::Merged) writer.add("W_QK", original.W_QK);
      if (form == QueryKeyForm::Separate) writer.add("W_Q", original.W_Q);
      if (form == QueryKeyForm::Separate) writer.add("W_K", original.W_K);
      writer.add("W_V", original.W_V);
      for (std::size_t l = 0; l < 3; ++l) {
        writer.add("mlp_W_" + std::to_string(l + 1), original.mlp_weights[l]);
      }
      writer.save(path_);
      scenario_ = Scenario{};
      scenario_.data.source = DataSource::File;
      scenario_.data.file = path_.string();
      scenario_.attention.normalization = Normalization::PreLn;
      scenario_.loss = loss;
      const Problem again = draw();
      EXPECT_EQ(again.X, original.X);
      EXPECT_EQ(again.tokens, original.tokens);
      EXPECT_EQ(again.Y, original.Y);
      EXPECT_EQ(again.labels, original.labels);
      EXPECT_EQ(again.token_weights, original.token_weights);
      EXPECT_EQ(again.query_key, original.query_key);
      EXPECT_EQ(again.W_QK, original.W_QK);
      EXPECT_EQ(again.W_V, original.W_V);
      EXPECT_EQ(again.mlp_weights, original.mlp_weights);
      if (form == QueryKeyForm::Separate) {
        EXPECT_EQ(again.W_Q, original.W_Q);
        EXPECT_EQ(again.W_K, original.W_K);
      }
    }
  }
}

TEST_F(LayerFileTest, NamesBothArraysAndShapesOfAContradiction) {
  const std::vector<std::tuple<Shapes, std::string, std::string>> cases = {
      {{{"X", {2, 5, 4}}, {"Y", {3, 5, 4}}}, "X (2, 5, 4)", "Y (3, 5, 4)"},
      {{{"X", {5, 4}}, {"Y", {6, 4}}}, "X (5, 4)", "Y (6, 4)"},
      {{{"X", {5, 4}}, {"W_Q", {5, 2}}}, "X (5, 4)", "W_Q (5, 2)"},
      {{{"W_Q", {4, 2}}, {"W_K", {4, 3}}}, "W_Q (4, 2)", "W_K (4, 3)"},
      {{{"Y", {5, 3}}, {"W_V", {4, 2}}}, "Y (5, 3)", "W_V (4, 2)"},
      {{{"W_QK", {4, 5}}}, "W_QK (4, 5)", "d_model"},
      {{{"W_QK", {4, 4}}, {"W_Q", {4, 2}}}, "W_QK (4, 4)", "W_Q (4, 2)"},
      {{{"W_QK", {4, 4}}, {"W_K", {4, 2}}}, "W_QK (4, 4)", "W_K (4, 2)"},
      {{{"mlp_W_1", {4, 3}}, {"mlp_W_2", {2, 4}}}, "mlp_W_1 (4, 3)", "mlp_W_2 (2, 4)"},
      {{{"X", {5, 4}}, {"mlp_W_1", {3, 4}}}, "X (5, 4)", "mlp_W_1 (3, 4)"},
      {{{"W_V", {4, 3}}, {"mlp_W_1", {4, 4}}}, "W_V (4, 3)", "mlp_W_1 (4, 4)"},
      {{{"X", {5, 4}}, {"token_weights", {4}}}, "X (5, 4)", "token_weights (4)"}};
  for (const auto& [shapes, one, other] : cases) {
    write(shapes);
    expect_refused({one, other, "contradict"});
  }
}

TEST_F(LayerFileTest, RefusesNumbersThatAreNotFiniteByNameAndIndex) {
  for (const double bad :
       {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    for (const char* name : {"X", "Y", "W_Q", "W_V", "mlp_W_1"}) {
      const bool weights = std::string(name).find('W') != std::string::npos;
      NpzWriter writer;
      std::vector<double> values = ramp(16);
      values[7] = bad;
      writer.add(name, weights ? ArrayShape{4, 4} : ArrayShape{2, 2, 4}, values);
      writer.save(path_);
      expect_refused({name, weights ? "[1, 3]" : "[0, 1, 3]", "finite"});
    }
  }
}

TEST_F(LayerFileTest, RefusesWhatHasNoMeaning) {
  const auto refused = [&](const std::function<void(NpzWriter&)>& add,
                           const std::vector<std::string>& named) {
    NpzWriter writer;
    add(writer);
    writer.save(path_);
    expect_refused(named);
  };
  const auto ramped = [](const char* name, ArrayShape shape) {
    return [=](NpzWriter& writer) { add_ramp(writer, name, shape); };
  };
  refused(ramped("other", {3}), {"none of X, Y, labels"});
  refused(ramped("X", {4}), {"X (4)", "dimensions"});
  refused(ramped("W_Q", {4}), {"W_Q (4)", "(d_model,d_key)"});
  refused(ramped("X", {0, 4}), {"X (0, 4)", "L = 0"});
  refused(ramped("X", {5, 1025}), {"d_model = 1025", "from 1 to 1024"});
  refused(ramped("X", {16385, 1}), {"L = 16385", "16384"});
  refused(ramped("X", {129, 128, 1}), {"L = 128", "from 1 to 127"});
  refused(ramped("labels", {5}), {"labels (5)", "integers"});
  refused(
      [](NpzWriter& w) {
        w.add("labels", {2}, std::vector<std::int64_t>{0, -1});
      },
      {"labels (2) holds -1 at [1]"});
  refused(
      [](NpzWriter& w) {
        w.add("X", {1, 2}, std::vector<std::int64_t>{0, 1});
      },
      {"X (1, 2)", "float64"});
  refused(
      [](NpzWriter& w) {
        w.add("token_weights", {2}, std::vector<double>{0.5, 0.6});
      },
      {"token_weights (2)", "1.1"});
  refused(
      [](NpzWriter& w) {
        w.add("token_weights", {2}, std::vector<double>{1.5, -0.5});
      },
      {"token_weights (2)", "-0.5"});
  refused(ramped("mlp_W_2", {4, 4}), {"mlp_W_2", "mlp_W_1 is not"});
  refused(
      [](NpzWriter& w) {
        for (int layer = 1; layer <= 7; ++layer) {
          add_ramp(w, "mlp_W_" + std::to_string(layer), {2, 2});
        }
      },
      {"mlp_W_7", "6 layers"});
}

TEST_F(LayerFileTest, KeepsTheFileInMemoryUntilItChanges) {
  write({{"X", {5, 4}}});
  ProblemSource source;
  const Problem first = source.draw(scenario_);
  // Same size and time: the kept arrays are used, whatever the bytes are now.
  const auto time = fs::last_write_time(path_);
  const auto size = fs::file_size(path_);
  {
    FILE* file = std::fopen(path_.c_str(), "r+");
    std::fseek(file, 200, SEEK_SET);  // among the items of X
    std::fputs("damaged", file);
    std::fclose(file);
  }
  ASSERT_EQ(fs::file_size(path_), size);
  fs::last_write_time(path_, time);
  EXPECT_EQ(source.draw(scenario_).X, first.X);
  fs::last_write_time(path_, time + std::chrono::seconds(1));
  EXPECT_THROW(source.draw(scenario_), Error);
  write({{"X", {6, 4}}});
  EXPECT_EQ(source.draw(scenario_).length, 6);
  fs::remove(path_);
  EXPECT_THROW(source.draw(scenario_), Error);
  EXPECT_EQ(source.draw(Scenario{}).length, 16) << "an error is not the end";
}

}  // namespace
}  // namespace hessianscope
