// What a scenario may not be, and that the message names key, value and what is allowed.
#include <gtest/gtest.h>

#include "core/error.h"
#include "core/scenario/scenario_json.h"

namespace hessianscope {
namespace {

// The message of the Error that reading `text` ends in.
std::string refusal_of(const std::string& text) {
  try {
    scenario_from_json(text, "test");
  } catch (const Error& error) {
    return error.what();
  }
  return "accepted";
}

struct Refusal {
  const char* label;
  const char* text;
  std::vector<const char*> named;  // what the message must contain
};

class RefusedScenario : public testing::TestWithParam<Refusal> {};

TEST_P(RefusedScenario, SaysWhatIsWrong) {
  const std::string message = refusal_of(GetParam().text);
  EXPECT_EQ(message.rfind("test: ", 0), 0u) << message;
  for (const char* part : GetParam().named) {
    EXPECT_NE(message.find(part), std::string::npos) << part << " is not in: " << message;
  }
}

std::string refusal_label(const testing::TestParamInfo<Refusal>& info) {
  return info.param.label;
}

INSTANTIATE_TEST_SUITE_P(
    Keys, RefusedScenario,
    testing::Values(
        Refusal{"NoVersion", R"({"data": {}})", {"hessianscope", "must be 1"}},
        Refusal{"OtherVersion", R"({"hessianscope": 2})", {"hessianscope is 2", "must be 1"}},
        Refusal{"VersionAsText", R"({"hessianscope": "1"})", {"hessianscope is \"1\""}},
        Refusal{"VersionAsList", R"({"hessianscope": [1]})", {"hessianscope", "must be 1"}},
        Refusal{"VersionAsObject", R"({"hessianscope": {}})", {"hessianscope", "must be 1"}},
        Refusal{"VersionNull", R"({"hessianscope": null})", {"hessianscope is null"}},
        Refusal{"UnknownKey", R"({"hessianscope": 1, "sigma": 2})", {"sigma", "data", "loss"}},
        Refusal{"EmptyKey", R"({"hessianscope": 1, "": 2})", {"\"\"", "data", "loss"}},
        Refusal{"UnknownNestedKey",
                R"({"hessianscope": 1, "data": {"sigma": 2}})",
                {"sigma", "in data", "scale"}},
        Refusal{"DottedKey", R"({"hessianscope": 1, "data.scale": 2})", {"data.scale"}},
        Refusal{"LossInSection", R"({"hessianscope": 1, "mlp": {"loss": "mse"}})", {"in mlp"}},
        Refusal{"VersionInSection",
                R"({"hessianscope": 1, "data": {"hessianscope": 1}})",
                {"hessianscope", "in data"}},
        Refusal{"RepeatedKey",
                R"({"hessianscope": 1, "loss": "mse", "loss": "mse"})",
                {"loss", "twice"}},
        Refusal{"RepeatedVersion", R"({"hessianscope": 1, "hessianscope": 1})", {"twice"}},
        Refusal{"RepeatedNestedKey",
                R"({"hessianscope": 1, "mlp": {"seed": 1, "seed": 2}})",
                {"mlp.seed", "twice"}},
        Refusal{
            "RepeatedSection", R"({"hessianscope": 1, "mlp": {}, "mlp": {}})", {"mlp", "twice"}},
        Refusal{"DigitsNeedRoom",
                R"({"hessianscope": 1, "data": {"source": "digit_addition"},
                    "attention": {"d_model": 8}})",
                {"attention.d_model is 8", "12"}},
        Refusal{
            "FileNeedsAPath", R"({"hessianscope": 1, "data": {"source": "file"}})", {"data.file"}}),
    refusal_label);

INSTANTIATE_TEST_SUITE_P(
    Values, RefusedScenario,
    testing::Values(
        Refusal{"TextForNumber",
                R"({"hessianscope": 1, "data": {"scale": "2"}})",
                {"data.scale is \"2\"", "a number from 0 to 1000"}},
        Refusal{"NullForNumber",
                R"({"hessianscope": 1, "data": {"scale": null}})",
                {"data.scale is null", "a number from 0 to 1000"}},
        Refusal{"BooleanForInteger",
                R"({"hessianscope": 1, "mlp": {"depth": true}})",
                {"mlp.depth is true", "an integer from 1 to 6"}},
        Refusal{"FractionForInteger",
                R"({"hessianscope": 1, "mlp": {"depth": 1.5}})",
                {"mlp.depth is 1.5", "an integer from 1 to 6"}},
        Refusal{"NumberForBoolean",
                R"({"hessianscope": 1, "data": {"scale_targets": 1}})",
                {"data.scale_targets is 1", "true or false"}},
        Refusal{"OutOfRange",
                R"({"hessianscope": 1, "attention": {"d_key": 129}})",
                {"attention.d_key is 129", "from 1 to 128"}},
        Refusal{"SeedTooLarge",
                R"({"hessianscope": 1, "data": {"seed": 9007199254740992}})",
                {"data.seed is 9007199254740992", "9007199254740991"}},
        Refusal{"SeedFarTooLarge",
                R"({"hessianscope": 1, "data": {"seed": 18446744073709551615}})",
                {"data.seed", "9007199254740991"}},
        Refusal{"UnknownChoice",
                R"({"hessianscope": 1, "attention": {"kernel": "relu"}})",
                {"attention.kernel is \"relu\"", "softmax, linear, sigmoid"}},
        Refusal{"NumberForSection",
                R"({"hessianscope": 1, "data": 3})",
                {"data is 3", "must be an object"}},
        Refusal{"NullForSection",
                R"({"hessianscope": 1, "data": null})",
                {"data is null", "must be an object"}},
        Refusal{"ListForSection", R"({"hessianscope": 1, "data": []})", {"must be an object"}},
        Refusal{"ObjectForField",
                R"({"hessianscope": 1, "loss": {"mse": 1}})",
                {"loss", "mse, cross_entropy"}},
        Refusal{"ListForField",
                R"({"hessianscope": 1, "loss": ["mse"]})",
                {"loss", "mse, cross_entropy"}},
        Refusal{"FallingRange",
                R"({"hessianscope": 1, "view": {"range": [2, 1]}})",
                {"view.range is [2, 1]", "low < high"}},
        Refusal{
            "LongRange", R"({"hessianscope": 1, "view": {"range": [1, 2, 3]}})", {"view.range"}},
        Refusal{"ShortRange", R"({"hessianscope": 1, "view": {"range": []}})", {"view.range"}},
        Refusal{
            "RangeOfText", R"({"hessianscope": 1, "view": {"range": ["1", "2"]}})", {"view.range"}},
        Refusal{
            "NestedRange", R"({"hessianscope": 1, "view": {"range": [[1, 2]]}})", {"view.range"}},
        Refusal{
            "NullInRange", R"({"hessianscope": 1, "view": {"range": [null, 2]}})", {"view.range"}},
        Refusal{
            "ObjectInRange", R"({"hessianscope": 1, "view": {"range": [{}, 2]}})", {"view.range"}},
        Refusal{"UnknownOverlay",
                R"({"hessianscope": 1, "view": {"overlays": ["total"]}})",
                {"view.overlays", "outer, functional"}},
        Refusal{"RepeatedOverlay",
                R"({"hessianscope": 1, "view": {"overlays": ["outer", "outer"]}})",
                {"view.overlays"}},
        Refusal{"NumberAmongOverlays",
                R"({"hessianscope": 1, "view": {"overlays": ["outer", 1]}})",
                {"view.overlays"}},
        Refusal{"NullForOverlays",
                R"({"hessianscope": 1, "view": {"overlays": null}})",
                {"view.overlays is null"}},
        Refusal{"NulInPath",
                R"({"hessianscope": 1, "data": {"file": "a\u0000b"}})",
                {"data.file", "control characters"}}),
    refusal_label);

INSTANTIATE_TEST_SUITE_P(
    Syntax, RefusedScenario,
    testing::Values(
        Refusal{"NotAnObject", "[1, 2]", {"must be a JSON object"}},
        Refusal{"JustANumber", "1", {"must be a JSON object"}},
        Refusal{"Null", "null", {"must be a JSON object"}},
        Refusal{"Empty", "", {"not valid JSON"}},
        Refusal{"TrailingText", R"({"hessianscope": 1} x)", {"not valid JSON"}},
        Refusal{"TwoObjects", R"({"hessianscope": 1}{"hessianscope": 1})", {"not valid JSON"}},
        Refusal{"TrailingComma", R"({"hessianscope": 1,})", {"not valid JSON"}},
        Refusal{"Comment", "{\"hessianscope\": 1 /* one */}", {"not valid JSON"}},
        Refusal{"NotANumber", R"({"hessianscope": 1, "data": {"scale": NaN}})", {"not valid JSON"}},
        Refusal{
            "HugeNumber", R"({"hessianscope": 1, "data": {"scale": 1e999}})", {"not valid JSON"}},
        Refusal{
            "CommaForDot", R"({"hessianscope": 1, "data": {"scale": 0,5}})", {"not valid JSON"}},
        Refusal{"IllFormedText",
                "{\"hessianscope\": 1, \"data\": {\"file\": \"\xFF\"}}",
                {"not valid JSON"}},
        Refusal{"LoneSurrogate",
                R"({"hessianscope": 1, "data": {"file": "\ud800"}})",
                {"not valid JSON"}}),
    refusal_label);

TEST(RefusedScenario, DeepNestingEndsAtOnce) {
  for (const char* open : {"[", "{\"data\":", "{\"view\":{\"range\":["}) {
    std::string text = "{\"hessianscope\": 1, \"data\": ";
    for (int i = 0; i < 300000; ++i) text += open;
    EXPECT_NE(refusal_of(text), "accepted") << open;
  }
  EXPECT_NE(refusal_of(std::string(1 << 20, '[')), "accepted");
}

TEST(RefusedScenario, LongListsAreNotKept) {
  std::string text = "{\"hessianscope\": 1, \"view\": {\"range\": [1";
  for (int i = 0; i < 200000; ++i) text += ", 1";
  const std::string message = refusal_of(text + "]}}");
  EXPECT_NE(message.find("view.range"), std::string::npos);
  EXPECT_LT(message.size(), 300u);
}

TEST(RefusedScenario, LongTextIsShortenedInTheMessage) {
  const std::string text(1 << 20, 'x');
  EXPECT_LT(refusal_of("{\"hessianscope\": 1, \"loss\": \"" + text + "\"}").size(), 300u);
  EXPECT_LT(refusal_of("{\"hessianscope\": 1, \"" + text + "\": 1}").size(), 400u);
  EXPECT_LT(refusal_of("{\"hessianscope\": " + text + "}").size(), 300u);
}

}  // namespace
}  // namespace hessianscope
