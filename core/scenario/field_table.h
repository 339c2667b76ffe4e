// The field table: key, label, unit, range, default, slider scale and help of every scenario
// field, written once. The JSON reader, --set, the window's controls and `hessianscope fields`
// are all fed from it, so a range exists in one place only.
//
//   Scenario scenario;
//   assign_text(scenario, "data.scale", "0.1");
//   const Field& sigma = field("data.scale");  // sigma.minimum, sigma.maximum, sigma.label ...
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/scenario/scenario.h"

namespace hessianscope {

enum class FieldKind { Number, Integer, Boolean, Choice, Text, Range, Flags };

// Number: double. Integer: int64. Boolean: bool. Choice and Text: string. Range: optional pair.
// Flags: the chosen names, in table order.
using FieldRange = std::optional<std::array<double, 2>>;
using FieldValue =
    std::variant<double, std::int64_t, bool, std::string, FieldRange, std::vector<std::string>>;

struct Field {
  std::string key;    // "data.scale", or "loss" for a field at the top level
  std::string label;  // as the window shows it
  std::string unit;   // empty when dimensionless
  std::string help;   // one or two sentences: what it does, which power law it drives
  FieldKind kind = FieldKind::Number;
  double minimum = 0, maximum = 0;                // Number and Integer: the legal range
  double slider_minimum = 0, slider_maximum = 0;  // the part of it that the slider covers
  bool logarithmic = false;                       // slider and sweep spacing
  std::vector<std::string> choices;               // Choice and Flags
  std::function<FieldValue(const Scenario&)> get;
  std::function<void(Scenario&, const FieldValue&)> set;  // unchecked; use assign()
};

// Every field, in the order of the JSON form.
std::span<const Field> field_table();

// The part of the key before the dot, "data"; empty for a field at the top level.
std::string_view section_of(const Field& field);

// The field with that key; throws Error naming the unknown key and the nearest known ones.
const Field& field(std::string_view key);

// Checks kind and range, then sets. Throws Error naming key, value and what is allowed.
void assign(Scenario& scenario, const Field& field, const FieldValue& value);

// The same from text, as in --set KEY=VALUE: numbers with a dot in every locale, strings without
// quotes, booleans true/false, ranges [low,high] or null, flags as a JSON array or a comma list.
void assign_text(Scenario& scenario, std::string_view key, std::string_view text);

// Rules that span fields (digit_addition needs d_model >= 12, file needs a path, a range must
// rise). Throws Error. Everything that reads a scenario calls it once at the end.
void validate(const Scenario& scenario);

// The choice names used in files and commands: "softmax", "pre_ln", "outer" ...
std::string_view name(DataSource);
std::string_view name(AttentionKernel);
std::string_view name(AttentionMask);
std::string_view name(QueryKeyForm);
std::string_view name(Normalization);
std::string_view name(Activation);
std::string_view name(LossKind);
std::string_view name(Part);
std::string_view name(ValueScale);
std::string_view name(Theme);

}  // namespace hessianscope
