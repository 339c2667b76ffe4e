#include "core/scenario/field_table.h"
#include "core/scenario/scenario_json.h"
#include "tests/core/data/damage.h"

namespace hessianscope::test {
namespace {

const std::vector<Field>& fields() {
  static const std::vector<Field> table(field_table().begin(), field_table().end());
  return table;
}

std::vector<std::string> keys_of(const std::vector<FieldKind>& kinds) {
  std::vector<std::string> keys;
  for (const Field& each : fields()) {
    for (const FieldKind kind : kinds) {
      if (each.kind == kind) keys.push_back(each.key);
    }
  }
  return keys;
}

// {"hessianscope": 1, "data": {"scale": VALUE}} for the key data.scale.
std::string with_value(const std::string& key, const std::string& value) {
  const std::size_t dot = key.find('.');
  if (dot == std::string::npos) return R"({"hessianscope": 1, ")" + key + "\": " + value + "}";
  return R"({"hessianscope": 1, ")" + key.substr(0, dot) + R"(": {")" + key.substr(dot + 1) +
         "\": " + value + "}}";
}

std::string with_any_value(Random& random, const std::vector<std::string>& values) {
  return with_value(random.pick(fields()).key, random.pick(values));
}

std::string repeated(std::string_view text, std::size_t count) {
  std::string result;
  for (std::size_t i = 0; i < count; ++i) result += text;
  return result;
}

std::string replaced(std::string text, std::string_view from, std::string_view to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size()) {
    text.replace(at, from.size(), to);
  }
  return text;
}

std::vector<Damage> json_damages() {
  return {
      {"unknown_key",
       [](Random& random) {
         const std::string key = "x" + std::to_string(random.below(1000));
         return random.below(2) ? with_value(key, "1") : with_value("data." + key, "1");
       }},
      {"repeated_key",
       [](Random& random) {
         const std::string once = with_value(random.pick(fields()).key, "1");
         const std::size_t comma = once.find(',');
         return once.substr(0, once.size() - 1) + once.substr(comma);
       }},
      {"wrong_kind",
       [](Random& random) {
         return with_any_value(random, {"{}", "[]", "[[]]", "null", "true", "-1", "\"\"", "[null]",
                                        "{\"a\": 1}", "[1, \"a\"]", "[{}]"});
       },
       false},
      {"out_of_range",
       [](Random& random) {
         return with_value(
             random.pick(keys_of({FieldKind::Number, FieldKind::Integer})),
             random.pick(std::vector<std::string>{"-1", "-1e-300", "1e300", "1e17",
                                                  "9223372036854775807", "-9223372036854775808"}));
       }},
      {"fraction_for_integer",
       [](Random& random) {
         return with_value(
             random.pick(keys_of({FieldKind::Integer})),
             random.pick(std::vector<std::string>{"1.5", "0.1", "2e-1", "1.0000001"}));
       }},
      {"huge_number",
       [](Random& random) {
         const std::string digits(1 + random.below(400000), '9');
         return with_any_value(random, {digits, "1e999", "-1e999", "1e" + digits, "0." + digits});
       },
       false},
      {"not_a_number",
       [](Random& random) {
         return with_any_value(random, {"NaN", "Infinity", "-", "0x10", "01", "+1", ".5", "1.",
                                        "1e", "0,5", "1_000", "1e+", "--1"});
       }},
      {"unknown_choice",
       [](Random& random) {
         return with_value(random.pick(keys_of({FieldKind::Choice, FieldKind::Flags})),
                           random.pick(std::vector<std::string>{"\"\"", "\"Softmax\"", "\"none \"",
                                                                "[\"total\"]", "[\"\"]", "\"x\""}));
       }},
      {"bad_range",
       [](Random& random) {
         return with_value("view.range",
                           random.pick(std::vector<std::string>{
                               "[1]", "[1, 1]", "[2, 1]", "[]", "[1, 2, 3]", "[1, null]",
                               "\"auto\"", "[1e999, 2]", "{\"low\": 1}"}));
       }},
      {"no_version",
       [](Random& random) {
         return random.below(2) ? "{}" : replaced(whole_scenario(), "\"hessianscope\": 1,", "");
       }},
      {"other_version",
       [](Random& random) {
         const std::string version = random.pick(
             std::vector<std::string>{"0", "2", "-1", "\"1\"", "null", "[]", "{}", "true", "1.5"});
         return replaced(whole_scenario(), "\"hessianscope\": 1", "\"hessianscope\": " + version);
       }},
  };
}

std::vector<Damage> text_damages() {
  return {
      {"deep_lists",
       [](Random& random) {
         const std::size_t depth = 1 + random.below(500000);
         return with_any_value(random,
                               {repeated("[", depth), repeated("[", depth) + repeated("]", depth)});
       }},
      {"deep_objects",
       [](Random& random) {
         const std::size_t depth = 1 + random.below(100000);
         return R"({"hessianscope": 1, "data": )" + repeated(R"({"data": )", depth);
       }},
      {"long_list",
       [](Random& random) {
         return with_any_value(random, {"[1" + repeated(", 1", random.below(300000)) + "]"});
       },
       false},
      {"long_text",
       [](Random& random) {
         const std::string text(random.below(900000), 'x');
         return random.below(2) ? with_value(text, "1")
                                : with_any_value(random, {"\"" + text + "\""});
       },
       false},
      {"many_keys",
       [](Random& random) {
         std::string text = R"({"hessianscope": 1)";
         const std::size_t count = 1 + random.below(50000);
         for (std::size_t i = 0; i < count; ++i) text += ", \"k" + std::to_string(i) + "\": 1";
         return text + "}";
       }},
      {"ill_formed_utf8",
       [](Random& random) {
         return with_value("data.file", "\"" +
                                            random.pick(std::vector<std::string>{
                                                "\xFF", "\xC0\x80", "\xED\xA0\x80", "a\xE2\x82",
                                                "\xF4\x90\x80\x80", "\x80"}) +
                                            "\"");
       }},
      {"control_characters",
       [](Random& random) {
         const std::string raw(1, static_cast<char>(random.below(32)));
         return with_value(
             "data.file",
             "\"a" + random.pick(std::vector<std::string>{raw, "\\u0000", "\\u001f", "\\n"}) +
                 "b\"");
       }},
      {"bad_escapes",
       [](Random& random) {
         return with_value("data.file", "\"" +
                                            random.pick(std::vector<std::string>{
                                                "\\ud800", "\\udc00", "\\u12", "\\x41", "\\",
                                                "\\ud800\\u0041", "\\uzzzz"}) +
                                            "\"");
       }},
      {"unbalanced",
       [](Random& random) {
         std::string text = whole_scenario();
         const char bracket = random.pick(std::vector<char>{'{', '}', '[', ']', '"', ',', ':'});
         text.insert(random.below(text.size()), 1, bracket);
         return text;
       },
       false},
      {"comments",
       [](Random& random) {
         std::string text = whole_scenario();
         text.insert(text.find(',') + random.below(2),
                     random.pick(std::vector<std::string>{"/* */", "// x\n", "# x\n"}));
         return text;
       }},
      {"other_quotes",
       [](Random& random) {
         return replaced(whole_scenario(), "\"",
                         random.pick(std::vector<std::string>{"'", "", "“", "`"}));
       }},
      {"other_encoding",
       [](Random& random) {
         // UTF-16, with or without a byte order mark.
         std::string wide = random.pick(std::vector<std::string>{"", "\xFF\xFE"});
         for (const char c : whole_scenario()) wide += {c, '\0'};
         return wide;
       }},
      {"several_documents",
       [](Random& random) {
         return whole_scenario() + repeated(whole_scenario(), 1 + random.below(20));
       }},
      {"oversized",
       [](Random& random) {
         return whole_scenario() + std::string((1 << 20) + random.below(1 << 20), ' ');
       }},
  };
}

}  // namespace

std::string whole_scenario() {
  return scenario_to_json(Scenario{});
}

const std::vector<Damage>& scenario_damages() {
  static const std::vector<Damage> damages = [] {
    std::vector<Damage> all = byte_damages(whole_scenario);
    for (const auto& more : {json_damages(), text_damages()}) {
      all.insert(all.end(), more.begin(), more.end());
    }
    return all;
  }();
  return damages;
}

}  // namespace hessianscope::test
