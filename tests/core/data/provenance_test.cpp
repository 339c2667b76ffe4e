#include "core/data/provenance.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>

#include "core/data/draw.h"
#include "core/error.h"
#include "core/scenario/scenario_json.h"
#include "core/version.h"

namespace hessianscope {
namespace {

namespace fs = std::filesystem;

Scenario some_scenario() {
  Scenario scenario;
  scenario.data.scale = 0.1;
  scenario.data.seed = 9007199254740991;
  scenario.view.overlay_outer = true;
  return scenario;
}

class Provenance : public testing::Test {
 protected:
  Provenance() : path_(testing::TempDir() + "provenance_" + std::to_string(getpid()) + ".npz") {}
  ~Provenance() override { fs::remove(path_); }
  fs::path path_;
};

TEST_F(Provenance, TravelsThroughAnArchive) {
  NpzWriter writer;
  add_provenance(writer, some_scenario(), "loss");
  writer.add("counts", 1.0);
  writer.save(path_);
  EXPECT_EQ(scenario_in_npz(path_), some_scenario());
  const auto arrays = read_npz(path_);
  EXPECT_EQ(arrays.at("version").unicode, std::vector<std::string>{kVersion});
  EXPECT_EQ(arrays.at("loss_formula").unicode, std::vector<std::string>{"loss"});
}

TEST_F(Provenance, AnArchiveWithALayerReplacesTheFileItCameFrom) {
  Scenario scenario = some_scenario();
  scenario.data.source = DataSource::File;
  scenario.data.file = "/gone/layer.npz";
  scenario.data.scale_targets = true;
  scenario.attention.query_scale = 2;
  scenario.mlp.scale = 3;
  NpzWriter writer;
  add_provenance(writer, scenario, "loss");
  writer.save(path_);
  EXPECT_EQ(scenario_in_npz(path_), scenario) << "without a layer it stays as it is";
  const Matrix X = Matrix::Random(5, 4);
  writer.add("X", X);
  writer.save(path_);
  const Scenario restored = scenario_in_npz(path_);
  EXPECT_EQ(restored.data.file, path_.string());
  EXPECT_EQ(restored.view, scenario.view);
  EXPECT_EQ(restored.mlp.scale, 1);
  EXPECT_EQ(ProblemSource().draw(restored).X, X) << "the scale is not applied twice";
}

TEST_F(Provenance, AnArchiveTooLargeForALayerIsNotReadWhole) {
  Scenario scenario = some_scenario();
  scenario.data.source = DataSource::File;
  scenario.data.file = "/gone/layer.npz";
  NpzWriter writer;
  add_provenance(writer, scenario, "loss");
  writer.add_rows("X", 5800, 5800, [](Index, double* row) { std::fill_n(row, 5800, 0.0); });
  writer.save(path_);
  EXPECT_THROW(scenario_in_npz(path_), Error);
}

TEST_F(Provenance, TravelsThroughACsv) {
  const std::string header = provenance_csv_header(some_scenario(), "ℒ = 1");
  EXPECT_EQ(std::count(header.begin(), header.end(), '\n'), 3);
  EXPECT_EQ(header.rfind("# hessianscope " + std::string(kVersion) + "\n# scenario {", 0), 0u);
  EXPECT_NE(header.find("\n# loss ℒ = 1\n"), std::string::npos);
  EXPECT_EQ(scenario_in_csv(header + "a,b\n1,2\n", "test"), some_scenario());
  EXPECT_EQ(scenario_in_csv(header, "test"), some_scenario());
  std::string windows;
  for (const char c : header) windows += c == '\n' ? std::string("\r\n") : std::string(1, c);
  EXPECT_EQ(scenario_in_csv(windows, "test"), some_scenario());
}

TEST_F(Provenance, ResolvesARelativeFileAgainstTheBase) {
  Scenario scenario;
  scenario.data.file = "a.npz";
  EXPECT_EQ(scenario_in_csv(provenance_csv_header(scenario, ""), "test", "/x").data.file,
            "/x/a.npz");
}

TEST_F(Provenance, SaysWhenThereIsNone) {
  for (const char* text : {"", "a,b\n", "#\n#x", "# scenario",
                           "a\n# scenario {\"hessianscope\": 1}", "# scenario {}\n"}) {
    try {
      scenario_in_csv(text, "the origin");
      ADD_FAILURE() << text;
    } catch (const Error& error) {
      EXPECT_EQ(std::string(error.what()).rfind("the origin", 0), 0u) << error.what();
    }
  }
  NpzWriter writer;
  writer.add("X", 1.0);
  writer.save(path_);
  EXPECT_THROW(scenario_in_npz(path_), Error);
  NpzWriter wrong;
  wrong.add("scenario_json", 1.0);
  wrong.save(path_);
  EXPECT_THROW(scenario_in_npz(path_), Error);
}

}  // namespace
}  // namespace hessianscope
