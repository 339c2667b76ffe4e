#include "ui/figure/figure_data.h"

#include <gtest/gtest.h>

#include <charconv>
#include <filesystem>
#include <map>
#include <sstream>

#include "core/data/npz.h"
#include "tests/ui/snapshots.h"

namespace hessianscope {
namespace {

using Row = std::vector<std::string>;

// A CSV apart: its comment lines, the names of its columns, its rows.
struct Table {
  std::vector<std::string> comments;
  Row names;
  std::vector<Row> rows;
};

Row split(const std::string& line) {
  Row cells(1);
  for (const char c : line) {
    if (c == ',') {
      cells.emplace_back();
    } else {
      cells.back() += c;
    }
  }
  return cells;
}

Table table(FigureView view, const FigureState& state) {
  Table result;
  std::istringstream lines(figure_csv(view, state));
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with('#')) {
      result.comments.push_back(line);
    } else if (result.names.empty()) {
      result.names = split(line);
    } else {
      result.rows.push_back(split(line));
    }
  }
  return result;
}

double number(const std::string& text) {
  double value = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
  EXPECT_EQ(read.ptr, text.data() + text.size()) << text;
  return value;
}

FigureState small_state() {
  return figure_state(computed_small());
}

TEST(FigureCsv, BeginsWithItsProvenance) {
  for (const FigureView view : kFigureViews) {
    const Table csv = table(view, small_state());
    ASSERT_GE(csv.comments.size(), 4u);
    EXPECT_TRUE(csv.comments[0].starts_with("# hessianscope "));
    EXPECT_TRUE(csv.comments[1].starts_with("# scenario {"));
    EXPECT_TRUE(csv.comments[2].starts_with("# loss ℒ"));
    EXPECT_TRUE(csv.comments[3].starts_with("# figure {"));
    for (const Row& row : csv.rows) ASSERT_EQ(row.size(), csv.names.size());
  }
}

TEST(FigureCsv, AHeatmapGivesEveryCell) {
  const Table csv = table(FigureView::AttentionHeatmap, small_state());
  EXPECT_EQ(csv.names, (Row{"row", "column", "value"}));
  ASSERT_EQ(csv.rows.size(), 48u * 48u);
  const Curvature& curvature = *computed_small()->of(Model::Attention).curvature;
  for (const std::size_t line : {std::size_t{0}, std::size_t{100}, std::size_t{2303}}) {
    const Row& row = csv.rows[line];
    const double entry = curvature.entry(Part::Total, static_cast<Index>(number(row[0])),
                                         static_cast<Index>(number(row[1])));
    EXPECT_NEAR(number(row[2]), entry, 1e-12 * std::abs(entry));
  }
}

TEST(FigureCsv, ASpectrumGivesEveryEigenvalueAndItsBin) {
  const FigureState state = small_state();
  const Table csv = table(FigureView::MlpSpectrum, state);
  ASSERT_EQ(csv.rows.size(), 48u);
  const Spectrum& spectrum = *state.spectra->of(Model::Mlp).spectrum(Part::Total);
  std::map<std::string, std::pair<int, double>> bins;  // members and count, by left edge
  Index zeros = 0;
  for (std::size_t line = 0; line < csv.rows.size(); ++line) {
    const Row& row = csv.rows[line];
    EXPECT_EQ(number(row[2]), spectrum.eigenvalues[static_cast<Index>(line)]);
    if (row[3].empty()) {
      ++zeros;
      continue;
    }
    EXPECT_LE(number(row[3]), number(row[2]) + 1e-9 * std::abs(number(row[2])));
    EXPECT_GE(number(row[4]), number(row[2]) - 1e-9 * std::abs(number(row[2])));
    auto& [members, count] = bins[row[3]];
    ++members;
    count = number(row[5]);
  }
  EXPECT_EQ(zeros, spectrum.zero);
  for (const auto& [edge, bin] : bins) EXPECT_EQ(bin.first, bin.second) << "bin from " << edge;
}

TEST(FigureCsv, AZoomedSpectrumLeavesOutsidersWithoutABin) {
  FigureZoom zoom;
  zoom.eigenvalues[0] = {1e-3, 1e9};
  const FigureState state = figure_state(computed_small(), computed_small(), ViewSettings{}, zoom);
  for (const Row& row : table(FigureView::AttentionSpectrum, state).rows) {
    if (number(row[2]) < 0.9e-3) {
      EXPECT_TRUE(row[3].empty()) << row[2];
    }
  }
}

TEST(FigureCsv, BlockNormsGiveEveryPairOfEveryPart) {
  const Table csv = table(FigureView::BlockNorms, small_state());
  ASSERT_EQ(csv.rows.size(), 3u * 6u + 3u * 3u);
  const BlockNorms& norms = computed_small()->of(Model::Attention).norms;
  EXPECT_EQ((Row{csv.rows[1].begin(), csv.rows[1].begin() + 4}),
            (Row{"attention", "total", "W_Q", "W_K"}));
  EXPECT_EQ(number(csv.rows[1][4]), norms.of(Part::Total)(0, 1));
  EXPECT_NEAR(number(csv.rows[1][5]), norms.of(Part::Total)(0, 1) / 16, 1e-15);
  // ReLU leaves the functional diagonal blocks exactly zero.
  EXPECT_EQ((Row{csv.rows[24].begin(), csv.rows[24].end()}),
            (Row{"mlp", "functional", "W_1", "W_1", "0", "0"}));
}

TEST(FigureCsv, TheOverviewGivesTheNumbers) {
  std::map<std::string, double> numbers;
  for (const Row& row : table(FigureView::Overview, small_state()).rows) {
    if (row[3].empty()) numbers[row[0] + " " + row[2]] = number(row[5]);
  }
  const ModelSnapshot& attention = computed_small()->of(Model::Attention);
  EXPECT_EQ(numbers.at("attention loss"), attention.curvature->loss());
  EXPECT_EQ(numbers.at("attention lambda_max"), attention.spectrum(Part::Total)->maximum());
  EXPECT_EQ(numbers.at("attention trace"), attention.trace[0]);
  EXPECT_EQ(numbers.at("mlp parameters"), 48);
}

class FigureNpz : public testing::TestWithParam<FigureView> {};
INSTANTIATE_TEST_SUITE_P(EveryView, FigureNpz, testing::ValuesIn(kFigureViews));

TEST_P(FigureNpz, HoldsTheArraysOfThePlotAndItsProvenance) {
  const std::filesystem::path path = std::filesystem::temp_directory_path() /
                                     ("figure_npz_" + std::string(name(GetParam())) + ".npz");
  const FigureState state = small_state();
  save_figure_npz(GetParam(), state, path);
  const auto arrays = read_npz(path);
  std::filesystem::remove(path);
  EXPECT_EQ(arrays.at("scenario_json").type, NpyArray::Type::UInt8);
  EXPECT_EQ(arrays.at("loss_formula").unicode.at(0), loss_formula(*state.snapshot->problem));
  const bool overview = GetParam() == FigureView::Overview;
  EXPECT_EQ(arrays.contains("mlp_heatmap"), overview || GetParam() == FigureView::MlpHeatmap);
  EXPECT_EQ(arrays.contains("attention_eigenvalues"),
            overview || GetParam() == FigureView::AttentionSpectrum);
  EXPECT_EQ(arrays.contains("attention_frobenius_norm_outer"),
            overview || GetParam() == FigureView::BlockNorms);
  if (arrays.contains("mlp_heatmap")) {
    EXPECT_EQ(arrays.at("mlp_heatmap").shape, (std::vector<std::int64_t>{48, 48}));
    EXPECT_EQ(arrays.at("mlp_heatmap").float64, state.snapshot->of(Model::Mlp).heatmap.value);
  }
  if (arrays.contains("attention_counts")) {
    const NpyArray& counts = arrays.at("attention_counts");
    EXPECT_EQ(arrays.at("attention_bin_edges").count(), counts.count() + 1);
    std::int64_t sum = arrays.at("attention_zeros").int64.at(0);
    for (const std::int64_t count : counts.int64) sum += count;
    EXPECT_EQ(sum, 48);
  }
}

}  // namespace
}  // namespace hessianscope
