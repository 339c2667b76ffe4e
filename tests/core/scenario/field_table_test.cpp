// Every field, over the table itself: bounds, kinds, text and defaults.
#include "core/scenario/field_table.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "core/error.h"
#include "core/scenario/field_values.h"

namespace hessianscope {
namespace {

class EveryField : public testing::TestWithParam<std::string> {
 protected:
  const Field& target() const { return field(GetParam()); }
  bool is_numeric() const {
    return target().kind == FieldKind::Number || target().kind == FieldKind::Integer;
  }
  // `value` in the kind of the field.
  FieldValue number(double value) const {
    if (target().kind == FieldKind::Integer) return static_cast<std::int64_t>(value);
    return value;
  }
  void expect_refused(const FieldValue& value) const {
    Scenario scenario;
    try {
      assign(scenario, target(), value);
      ADD_FAILURE() << GetParam() << " accepted " << value_to_json(value);
    } catch (const Error& error) {
      const std::string what = error.what();
      EXPECT_NE(what.find(GetParam()), std::string::npos) << what;
      EXPECT_NE(what.find(allowed_values(target())), std::string::npos) << what;
    }
    EXPECT_EQ(scenario, Scenario{}) << "a refused value left a trace";
  }
};

TEST_P(EveryField, SaysWhatItIs) {
  EXPECT_FALSE(target().label.empty());
  EXPECT_GT(target().help.size(), 20u);
  EXPECT_EQ(target().help.back(), '.');
}

TEST_P(EveryField, KeepsItsDefaultWhenGivenItAsText) {
  Scenario scenario;
  const FieldValue standard = target().get(scenario);
  assign(scenario, target(), standard);
  const auto* text = std::get_if<std::string>(&standard);
  assign_text(scenario, GetParam(), text ? *text : value_to_json(standard));
  EXPECT_EQ(scenario, Scenario{});
}

TEST_P(EveryField, AcceptsItsBoundsAndNothingBeyond) {
  if (!is_numeric()) return;
  const double low = target().minimum, high = target().maximum;
  for (const double value : {low, high}) {
    Scenario scenario;
    assign(scenario, target(), number(value));
    EXPECT_EQ(target().get(scenario), number(value));
  }
  const bool integer = target().kind == FieldKind::Integer;
  const double infinity = std::numeric_limits<double>::infinity();
  expect_refused(number(integer ? low - 1 : std::nextafter(low, -infinity)));
  expect_refused(number(integer ? high + 1 : std::nextafter(high, infinity)));
  for (const double value : {infinity, -infinity, std::nan("")}) expect_refused(value);
}

TEST_P(EveryField, HasASliderInsideTheLegalRange) {
  if (!is_numeric()) return;
  EXPECT_LE(target().minimum, target().slider_minimum);
  EXPECT_LT(target().slider_minimum, target().slider_maximum);
  EXPECT_LE(target().slider_maximum, target().maximum);
  if (target().logarithmic) {
    EXPECT_GT(target().slider_minimum, 0);
  }
}

TEST_P(EveryField, RefusesFractionsWhereItCounts) {
  if (target().kind != FieldKind::Integer) return;
  expect_refused(1.5);
  Scenario scenario;
  EXPECT_THROW(assign_text(scenario, GetParam(), "1.5"), Error);
  assign_text(scenario, GetParam(), "1e0");
  EXPECT_EQ(target().get(scenario), FieldValue(std::int64_t{1}));
}

TEST_P(EveryField, RefusesEveryOtherKind) {
  const std::vector<std::pair<FieldValue, std::set<FieldKind>>> samples = {
      {1.0, {FieldKind::Number, FieldKind::Integer}},
      {std::int64_t{1}, {FieldKind::Number, FieldKind::Integer}},
      {true, {FieldKind::Boolean}},
      {std::string("zebra"), {FieldKind::Text}},
      {FieldRange{}, {FieldKind::Range}},
      {std::vector<std::string>{"outer"}, {FieldKind::Flags}},
  };
  for (const auto& [value, kinds] : samples) {
    if (!kinds.contains(target().kind)) expect_refused(value);
  }
}

TEST_P(EveryField, TakesEachOfItsChoices) {
  for (const std::string& choice : target().choices) {
    Scenario scenario;
    assign_text(scenario, GetParam(), choice);
    const FieldValue expected = target().kind == FieldKind::Flags
                                    ? FieldValue(std::vector<std::string>{choice})
                                    : FieldValue(choice);
    EXPECT_EQ(target().get(scenario), expected);
  }
}

std::vector<std::string> every_key() {
  std::vector<std::string> keys;
  for (const Field& each : field_table()) keys.push_back(each.key);
  return keys;
}

std::string key_label(const testing::TestParamInfo<std::string>& key) {
  std::string label = key.param;
  std::ranges::replace(label, '.', '_');
  return label;
}

INSTANTIATE_TEST_SUITE_P(FieldTable, EveryField, testing::ValuesIn(every_key()), key_label);

TEST(FieldTable, HoldsTheContractsKeysInOrder) {
  const std::vector<std::string> contract = {"data.source",
                                             "data.scale",
                                             "data.scale_targets",
                                             "data.sequence_length",
                                             "data.sequences",
                                             "data.seed",
                                             "data.file",
                                             "attention.d_model",
                                             "attention.d_key",
                                             "attention.kernel",
                                             "attention.mask",
                                             "attention.query_key",
                                             "attention.temperature",
                                             "attention.normalization",
                                             "attention.query_scale",
                                             "attention.key_scale",
                                             "attention.value_scale",
                                             "attention.seed",
                                             "mlp.depth",
                                             "mlp.activation",
                                             "mlp.width",
                                             "mlp.scale",
                                             "mlp.seed",
                                             "loss",
                                             "view.part",
                                             "view.values",
                                             "view.range",
                                             "view.overlays",
                                             "view.theme"};
  EXPECT_EQ(every_key(), contract);
}

// The ranges as the contract states them, written out a second time on purpose.
TEST(FieldTable, HoldsTheContractsRanges) {
  const std::vector<std::tuple<std::string, double, double, bool>> contract = {
      {"data.scale", 0, 1e3, true},
      {"data.sequence_length", 1, 256, false},
      {"data.sequences", 1, 64, false},
      {"attention.d_model", 1, 128, false},
      {"attention.d_key", 1, 128, false},
      {"attention.temperature", 1e-3, 1e3, true},
      {"attention.query_scale", 0, 1e3, true},
      {"attention.key_scale", 0, 1e3, true},
      {"attention.value_scale", 0, 1e3, true},
      {"mlp.depth", 1, 6, false},
      {"mlp.width", 0, 1024, false},
      {"mlp.scale", 0, 1e3, true},
      {"data.seed", 0, 9007199254740991.0, false},
      {"attention.seed", 0, 9007199254740991.0, false},
      {"mlp.seed", 0, 9007199254740991.0, false}};
  for (const auto& [key, minimum, maximum, logarithmic] : contract) {
    EXPECT_EQ(field(key).minimum, minimum) << key;
    EXPECT_EQ(field(key).maximum, maximum) << key;
    EXPECT_EQ(field(key).logarithmic, logarithmic) << key;
  }
  EXPECT_EQ(field("data.scale").slider_minimum, 1e-3);
  EXPECT_EQ(field("data.scale").slider_maximum, 1e2);
}

TEST(FieldTable, NamesTheNearestKeysOfAnUnknownOne) {
  try {
    field("attention.dmodel");
    FAIL() << "an unknown key was found";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("attention.d_model"), std::string::npos);
  }
  EXPECT_THROW(field(""), Error);
  EXPECT_THROW(field(std::string(100000, 'x')), Error);
}

TEST(AssignText, ReadsNumbersAsWritten) {
  Scenario scenario;
  assign_text(scenario, "data.scale", "1e-3");
  EXPECT_EQ(scenario.data.scale, 1e-3);
  assign_text(scenario, "data.seed", "9007199254740991");
  EXPECT_EQ(scenario.data.seed, 9007199254740991);
  for (const char* text :
       {"", " ", "0,5", "1.000,5", "0x1p3", "nan", "inf", "1e999", "0.5s", "--1", "1 2"}) {
    EXPECT_THROW(assign_text(scenario, "data.scale", text), Error) << text;
  }
  for (const char* text : {"9007199254740992", "9223372036854775808", "-1", "1e16"}) {
    EXPECT_THROW(assign_text(scenario, "data.seed", text), Error) << text;
  }
}

TEST(AssignText, ReadsRangesAndFlags) {
  Scenario scenario;
  assign_text(scenario, "view.range", "[-1e-3, 10]");
  EXPECT_EQ(scenario.view.range, (std::array{-1e-3, 10.0}));
  assign_text(scenario, "view.range", "null");
  EXPECT_EQ(scenario.view.range, std::nullopt);
  for (const char* text : {"[1,1]", "[2,1]", "[1]", "[1,2,3]", "[1,nan]", "1", "[1,2", "[,]", ""}) {
    EXPECT_THROW(assign_text(scenario, "view.range", text), Error) << text;
  }
  assign_text(scenario, "view.overlays", "functional,outer");
  EXPECT_TRUE(scenario.view.overlay_outer && scenario.view.overlay_functional);
  assign_text(scenario, "view.overlays", "[\"outer\"]");
  EXPECT_TRUE(scenario.view.overlay_outer && !scenario.view.overlay_functional);
  assign_text(scenario, "view.overlays", "[]");
  EXPECT_FALSE(scenario.view.overlay_outer || scenario.view.overlay_functional);
  for (const char* text : {"total", "outer,outer", "outer,", ",outer", "[outer"}) {
    EXPECT_THROW(assign_text(scenario, "view.overlays", text), Error) << text;
  }
}

TEST(Validate, KnowsTheRulesBetweenFields) {
  Scenario scenario;
  validate(scenario);
  scenario.data.source = DataSource::DigitAddition;
  scenario.attention.d_model = 12;
  validate(scenario);
  scenario.attention.d_model = 11;
  EXPECT_THROW(validate(scenario), Error);
  scenario = {};
  scenario.data.source = DataSource::File;
  EXPECT_THROW(validate(scenario), Error);
  scenario.data.file = "layer.npz";
  validate(scenario);
  scenario.data.scale = std::nan("");
  EXPECT_THROW(validate(scenario), Error);
}

}  // namespace
}  // namespace hessianscope
