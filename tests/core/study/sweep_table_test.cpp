#include "core/study/sweep_table.h"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <map>
#include <sstream>

#include "core/data/npz.h"
#include "core/data/provenance.h"
#include "core/error.h"
#include "core/scenario/scenario_json.h"
#include "core/text.h"
#include "core/version.h"

namespace hessianscope {
namespace {

// Depths 1 .. 3, two seeds: the MLP's layout grows, and its functional part is zero at depth 1.
const SweepResult& example() {
  static const SweepResult result = [] {
    SweepRequest request{
        .scenario = {}, .field = "mlp.depth", .from = 1, .to = 3, .points = 3, .seeds = 2};
    request.scenario.attention.d_model = request.scenario.attention.d_key = 2;
    request.scenario.data.sequence_length = 3;
    request.scenario.data.scale = 0.3;
    request.scenario.view.theme = Theme::Dark;
    return sweep(request, {}, {});
  }();
  return result;
}

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> result;
  std::istringstream stream(text);
  for (std::string item; std::getline(stream, item, separator);) result.push_back(item);
  return result;
}

Index index_of(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) - names.begin();
}

Part part_of(const std::string& name) {
  return name == "total" ? Part::Total : name == "outer" ? Part::Outer : Part::Functional;
}

bool same(double left, double right) {
  return left == right || (std::isnan(left) && std::isnan(right));
}

TEST(SweepCsv, HasTheScenarioAtItsHead) {
  const std::string text = sweep_to_csv(example());
  EXPECT_EQ(scenario_in_csv(text, "text"), example().request.scenario);
  const std::vector<std::string> lines = split(text, '\n');
  EXPECT_EQ(lines[0], std::string("# hessianscope ") + kVersion);
  EXPECT_EQ(lines[2], "# loss " + example().loss_formula);
  EXPECT_EQ(lines[3], "# sweep mlp.depth from 1 to 3");
  EXPECT_EQ(lines[4], "value,seed,model,part,row,column,frobenius_norm");
}

TEST(SweepCsv, HasOneLinePerNormInShortestForm) {
  std::map<std::string, int> seen;
  int rows = 0, zeros = 0;
  for (const std::string& line : split(sweep_to_csv(example()), '\n')) {
    if (line.starts_with('#') || line.starts_with("value")) continue;
    const std::vector<std::string> cells = split(line, ',');
    ASSERT_EQ(cells.size(), 7U) << line;
    const Model model = cells[2] == "mlp" ? Model::Mlp : Model::Attention;
    const auto& names = example().block_names[static_cast<std::size_t>(model)];
    const Index row = index_of(names, cells[4]), column = index_of(names, cells[5]);
    EXPECT_LE(row, column);
    const double norm = example().norm(std::stoi(cells[0]) - 1, std::stoi(cells[1]) - 1, model,
                                       part_of(cells[3]), row, column);
    EXPECT_EQ(cells[6], number_text(norm));
    zeros += cells[6] == "0";
    ++seen[line.substr(0, line.rfind(','))];
    ++rows;
  }
  // Per seed: three values of 6 attention pairs, and 1 + 3 + 6 of the MLP, in three parts.
  EXPECT_EQ(rows, 2 * 3 * (3 * 6 + 10));
  EXPECT_EQ(seen.size(), static_cast<std::size_t>(rows));
  EXPECT_GT(zeros, 0);
}

TEST(SweepCsv, EndsWithASlopeOfEveryPair) {
  const std::vector<std::string> lines = split(sweep_to_csv(example()), '\n');
  const std::size_t pairs = 2 * 3 * 6;
  EXPECT_EQ(lines[lines.size() - pairs - 1].rfind("# columns of the slope lines: model,part,", 0),
            0U);
  for (std::size_t i = lines.size() - pairs; i < lines.size(); ++i) {
    const std::vector<std::string> cells = split(lines[i], ',');
    ASSERT_EQ(cells.size(), 12U) << lines[i];
    EXPECT_EQ(cells[0], "# slope");
    const Model model = cells[1] == "mlp" ? Model::Mlp : Model::Attention;
    const auto& names = example().block_names[static_cast<std::size_t>(model)];
    const Slope fit = example().slope(model, part_of(cells[2]), index_of(names, cells[3]),
                                      index_of(names, cells[4]));
    EXPECT_EQ(cells[5], number_text(fit.slope));
    EXPECT_EQ(cells[6], number_text(fit.standard_error));
    EXPECT_EQ(cells[7], number_text(fit.r_squared));
    EXPECT_EQ(cells[8], number_text(fit.first));
    EXPECT_EQ(cells[9], number_text(fit.last));
    EXPECT_EQ(cells[10], std::to_string(fit.used));
    EXPECT_EQ(cells[11], std::to_string(fit.left_out));
    EXPECT_EQ(fit.used + fit.left_out, 6);
  }
}

TEST(SweepNpz, HoldsEveryNormAndSlope) {
  const std::filesystem::path path =
      std::filesystem::path(testing::TempDir()) / "hessianscope_sweep_table_test.npz";
  save_sweep_npz(example(), path);
  const auto arrays = read_npz(path);
  using Shape = std::vector<std::int64_t>;

  EXPECT_EQ(arrays.at("values").float64, (std::vector<double>{1, 2, 3}));
  EXPECT_EQ(arrays.at("seeds").int64, (std::vector<std::int64_t>{1, 2}));
  EXPECT_EQ(arrays.at("block_names").shape, (Shape{2, 3}));
  EXPECT_EQ(arrays.at("block_names").unicode,
            (std::vector<std::string>{"W_Q", "W_K", "W_V", "W_1", "W_2", "W_3"}));
  EXPECT_EQ(arrays.at("model_names").unicode, (std::vector<std::string>{"attention", "mlp"}));
  EXPECT_EQ(arrays.at("part_names").unicode,
            (std::vector<std::string>{"total", "outer", "functional"}));
  EXPECT_EQ(arrays.at("field").unicode, std::vector<std::string>{"mlp.depth"});
  EXPECT_EQ(arrays.at("field").shape, Shape{});
  EXPECT_EQ(arrays.at("version").unicode, std::vector<std::string>{kVersion});
  EXPECT_EQ(arrays.at("loss_formula").unicode, std::vector<std::string>{example().loss_formula});
  EXPECT_EQ(scenario_in_npz(path), example().request.scenario);

  const NpyArray& norms = arrays.at("norms");
  ASSERT_EQ(norms.shape, (Shape{3, 2, 2, 3, 3, 3}));
  const std::map<std::string, double (*)(const Slope&)> fits = {
      {"slopes", [](const Slope& fit) { return fit.slope; }},
      {"slope_standard_errors", [](const Slope& fit) { return fit.standard_error; }},
      {"slope_r_squared", [](const Slope& fit) { return fit.r_squared; }},
      {"slope_first_values", [](const Slope& fit) { return fit.first; }},
      {"slope_last_values", [](const Slope& fit) { return fit.last; }},
      {"slope_points_used", [](const Slope& fit) { return static_cast<double>(fit.used); }},
      {"slope_points_left_out", [](const Slope& fit) { return static_cast<double>(fit.left_out); }},
  };
  std::size_t place = 0, missing = 0;
  for (Index value = 0; value < 3; ++value)
    for (Index seed = 0; seed < 2; ++seed)
      for (const Model model : kModels)
        for (const Part part : {Part::Total, Part::Outer, Part::Functional})
          for (Index row = 0; row < 3; ++row)
            for (Index column = 0; column < 3; ++column) {
              const double norm = norms.float64[place++];
              EXPECT_TRUE(same(norm, example().norm(value, seed, model, part, row, column)));
              missing += std::isnan(norm);
            }
  EXPECT_EQ(missing, 2U * 3 * (8 + 5));
  place = 0;
  for (const Model model : kModels)
    for (const Part part : {Part::Total, Part::Outer, Part::Functional})
      for (Index row = 0; row < 3; ++row)
        for (Index column = 0; column < 3; ++column, ++place)
          for (const auto& [name, number] : fits) {
            ASSERT_EQ(arrays.at(name).shape, (Shape{2, 3, 3, 3}));
            const Slope fit = example().slope(model, part, row, column);
            EXPECT_TRUE(same(arrays.at(name).float64[place], number(fit))) << name;
          }
  std::filesystem::remove(path);
}

TEST(SweepNpz, PadsTheModelWithFewerBlocks) {
  SweepRequest request{
      .scenario = {}, .field = "data.scale", .from = 1, .to = 1, .points = 1, .seeds = 1};
  request.scenario.attention.d_model = request.scenario.attention.d_key = 2;
  request.scenario.data.sequence_length = 3;
  request.scenario.mlp.depth = 1;
  const std::filesystem::path path =
      std::filesystem::path(testing::TempDir()) / "hessianscope_sweep_padding_test.npz";
  save_sweep_npz(sweep(request, {}, {}), path);
  const auto arrays = read_npz(path, {"block_names", "slope_points_used"});
  EXPECT_EQ(arrays.at("block_names").unicode,
            (std::vector<std::string>{"W_Q", "W_K", "W_V", "W_1", "", ""}));
  const std::vector<double>& used = arrays.at("slope_points_used").float64;
  ASSERT_EQ(used.size(), 2U * 3 * 9);
  EXPECT_EQ(used[27], 1);                 // MLP, total, W_1 with itself
  EXPECT_TRUE(std::isnan(used[27 + 1]));  // no second block to fit
  std::filesystem::remove(path);
}

TEST(SweepNpz, NamesThePathThatCannotBeWritten) {
  try {
    save_sweep_npz(example(), "/proc/nowhere/sweep.npz");
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("/proc/nowhere"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace hessianscope
