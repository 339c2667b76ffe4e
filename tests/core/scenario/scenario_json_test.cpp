// The JSON form of a scenario: what is written reads back.
#include "core/scenario/scenario_json.h"

#include <gtest/gtest.h>

#include <clocale>
#include <nlohmann/json.hpp>

#include "core/data/safe_file.h"
#include "core/error.h"
#include "core/scenario/field_table.h"

namespace hessianscope {
namespace {

using Ordered = nlohmann::ordered_json;

Scenario parse(const std::string& text) {
  return scenario_from_json(text, "test");
}

// A scenario in which no field has its default value.
Scenario unusual_scenario() {
  Scenario scenario;
  scenario.data = {DataSource::File, 0.1, true, 7, 3, 9007199254740991, "/tmp/σ \"ü\"\\x.npz"};
  scenario.attention = {.d_model = 17,
                        .d_key = 5,
                        .kernel = AttentionKernel::Sigmoid,
                        .mask = AttentionMask::Causal,
                        .query_key = QueryKeyForm::Merged,
                        .temperature = 1.0 / 3.0,
                        .normalization = Normalization::PreLn,
                        .query_scale = 1e-3,
                        .key_scale = 1e3,
                        .value_scale = 0,
                        .seed = 0};
  scenario.mlp = {6, Activation::Gelu, 1024, 2.5e-7, 4};
  scenario.loss = LossKind::CrossEntropy;
  scenario.view = {Part::Functional, ValueScale::Signed, {{-0.1, 1e300}}, true, true, Theme::Dark};
  return scenario;
}

TEST(ScenarioJson, RoundTripsEveryField) {
  for (const Field& each : field_table()) {
    EXPECT_NE(each.get(unusual_scenario()), each.get(Scenario{})) << each.key;
  }
  for (const Scenario& scenario : {Scenario{}, unusual_scenario()}) {
    EXPECT_EQ(parse(scenario_to_json(scenario)), scenario);
    EXPECT_EQ(parse(scenario_to_json_line(scenario)), scenario);
  }
  EXPECT_EQ(scenario_to_json_line(unusual_scenario()).find('\n'), std::string::npos);
  EXPECT_EQ(scenario_to_json(Scenario{}).back(), '\n');
}

std::vector<std::string> key_paths(const Ordered& object) {
  std::vector<std::string> paths;
  for (const auto& [name, value] : object.items()) {
    paths.push_back(name);
    if (!value.is_object()) continue;
    for (const auto& [inner, ignored] : value.items()) paths.push_back(name + "." + inner);
  }
  return paths;
}

TEST(ScenarioJson, WritesTheContractsExampleForTheDefaults) {
  const char* example = R"({
  "hessianscope": 1,
  "data":      { "source": "gaussian", "scale": 1.0, "scale_targets": false, "sequence_length": 16,
                 "sequences": 1, "seed": 1, "file": "" },
  "attention": { "d_model": 16, "d_key": 16, "kernel": "softmax", "mask": "none",
                 "query_key": "separate", "temperature": 1.0, "normalization": "none",
                 "query_scale": 1.0, "key_scale": 1.0, "value_scale": 1.0, "seed": 2 },
  "mlp":       { "depth": 2, "activation": "relu", "width": 0, "scale": 1.0, "seed": 3 },
  "loss": "mse",
  "view":      { "part": "total", "values": "log", "range": null, "overlays": [], "theme": "light" }
})";
  const Ordered expected = Ordered::parse(example);
  const Ordered written = Ordered::parse(scenario_to_json(Scenario{}));
  EXPECT_EQ(written, expected);
  EXPECT_EQ(key_paths(written), key_paths(expected)) << "the order of the keys";
  EXPECT_EQ(parse(example), Scenario{});
}

TEST(ScenarioJson, MissingKeysTakeDefaults) {
  EXPECT_EQ(parse(R"({"hessianscope": 1})"), Scenario{});
  EXPECT_EQ(parse(R"({"hessianscope": 1, "data": {}})"), Scenario{});
  Scenario expected;
  expected.mlp.depth = 3;
  EXPECT_EQ(parse(R"({"mlp": {"depth": 3}, "hessianscope": 1})"), expected);
}

TEST(ScenarioJson, ResolvesARelativeFileAgainstTheBase) {
  const std::string text =
      R"({"hessianscope": 1, "data": {"source": "file", "file": "../layers/a.npz"}})";
  EXPECT_EQ(scenario_from_json(text, "test").data.file, "../layers/a.npz");
  EXPECT_EQ(scenario_from_json(text, "test", "/home/σ/b").data.file, "/home/σ/layers/a.npz");
  const std::string absolute =
      R"({"hessianscope": 1, "data": {"source": "file", "file": "/x/a.npz"}})";
  EXPECT_EQ(scenario_from_json(absolute, "test", "/home").data.file, "/x/a.npz");
}

TEST(ScenarioJson, ReadsAFileAndResolvesAgainstItsFolder) {
  const std::filesystem::path folder = testing::TempDir() + "scenario_σ_ü";
  std::filesystem::create_directories(folder);
  write_file(folder / "s.json", R"({"hessianscope": 1, "data": {"file": "a.npz"}})");
  EXPECT_EQ(read_scenario(folder / "s.json").data.file, (folder / "a.npz").string());
  write_file(folder / "bad.json", "{");
  try {
    read_scenario(folder / "bad.json");
    ADD_FAILURE() << "a damaged file was read";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find((folder / "bad.json").string()), std::string::npos);
  }
  write_file(folder / "large.json", std::string((1 << 20) + 1, ' '));
  EXPECT_THROW(read_scenario(folder / "large.json"), Error);
  EXPECT_THROW(read_scenario(folder / "missing.json"), Error);
  EXPECT_THROW(read_scenario(folder), Error);
  std::filesystem::remove_all(folder);
}

TEST(ScenarioJson, DoesNotDependOnTheLocale) {
  const std::string before = scenario_to_json(unusual_scenario());
  if (std::setlocale(LC_ALL, "de_DE.UTF-8") == nullptr) {
    GTEST_SKIP() << "the locale de_DE.UTF-8 is not installed here";
  }
  const std::string after = scenario_to_json(unusual_scenario());
  const Scenario read = parse(before);
  Scenario typed;
  assign_text(typed, "data.scale", "0.5");
  std::setlocale(LC_ALL, "C");
  EXPECT_EQ(after, before);
  EXPECT_EQ(read, unusual_scenario());
  EXPECT_EQ(typed.data.scale, 0.5);
}

TEST(FieldTableJson, HasEveryFieldWithItsRange) {
  const auto table = Ordered::parse(field_table_to_json());
  ASSERT_EQ(table.size(), field_table().size());
  for (std::size_t i = 0; i < table.size(); ++i) {
    const Field& expected = field_table()[i];
    EXPECT_EQ(table[i]["key"], expected.key);
    EXPECT_EQ(table[i]["label"], expected.label);
    EXPECT_EQ(table[i]["unit"], expected.unit);
    EXPECT_EQ(table[i]["help"], expected.help);
    EXPECT_TRUE(table[i].contains("default"));
    if (expected.kind == FieldKind::Number || expected.kind == FieldKind::Integer) {
      EXPECT_EQ(table[i]["minimum"], expected.minimum);
      EXPECT_EQ(table[i]["maximum"], expected.maximum);
      EXPECT_EQ(table[i]["scale"], expected.logarithmic ? "logarithmic" : "linear");
    }
    if (expected.kind == FieldKind::Choice) {
      EXPECT_EQ(table[i]["choices"], expected.choices);
    }
  }
}

}  // namespace
}  // namespace hessianscope
