#include "core/scenario/field_values.h"

#include <algorithm>
#include <cmath>

#include "core/error.h"
#include "core/scenario/choice_names.h"
#include "core/text.h"

namespace hessianscope {
namespace {

std::string joined(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& item : names) text += (text.empty() ? "" : ", ") + item;
  return text;
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

// The elements of "[a, b]" or "a,b", without surrounding spaces and quotes.
std::vector<std::string> list_elements(std::string_view text) {
  text = trimmed(text);
  if (text.size() >= 2 && text.front() == '[' && text.back() == ']') {
    text = trimmed(text.substr(1, text.size() - 2));
  }
  std::vector<std::string> elements;
  while (!text.empty()) {
    const std::size_t comma = text.find(',');
    std::string_view element = trimmed(text.substr(0, comma));
    if (element.size() >= 2 && element.front() == '"' && element.back() == '"') {
      element = element.substr(1, element.size() - 2);
    }
    elements.emplace_back(element);
    if (comma == std::string_view::npos) break;
    text.remove_prefix(comma + 1);
    if (text.empty()) elements.emplace_back();
  }
  return elements;
}

bool is_known(const Field& field, const std::string& choice) {
  return std::ranges::find(field.choices, choice) != field.choices.end();
}

double checked_number(const Field& field, const FieldValue& value) {
  double number = std::nan("");
  if (const auto* real = std::get_if<double>(&value)) number = *real;
  if (const auto* whole = std::get_if<std::int64_t>(&value)) number = static_cast<double>(*whole);
  const bool inside = number >= field.minimum && number <= field.maximum;
  const bool whole_enough = field.kind != FieldKind::Integer || number == std::floor(number);
  if (!inside || !whole_enough) refuse_value(field, value_to_json(value));
  return number;
}

// The chosen names in table order, whatever order they were given in.
std::vector<std::string> checked_flags(const Field& field, const std::vector<std::string>& chosen) {
  for (auto flag = chosen.begin(); flag != chosen.end(); ++flag) {
    const bool repeated = std::find(chosen.begin(), flag, *flag) != flag;
    if (repeated || !is_known(field, *flag)) refuse_value(field, value_to_json(chosen));
  }
  std::vector<std::string> ordered;
  for (const std::string& choice : field.choices) {
    if (std::ranges::find(chosen, choice) != chosen.end()) ordered.push_back(choice);
  }
  return ordered;
}

bool is_good_range(const FieldRange& range) {
  if (!range) return true;
  const auto [low, high] = *range;
  return std::isfinite(low) && std::isfinite(high) && low < high;
}

struct JsonWriter {
  std::string operator()(double value) const { return number_text(value); }
  std::string operator()(std::int64_t value) const { return std::to_string(value); }
  std::string operator()(bool value) const { return value ? "true" : "false"; }
  std::string operator()(const std::string& value) const { return json_string(value); }
  std::string operator()(const FieldRange& value) const {
    if (!value) return "null";
    return "[" + number_text((*value)[0]) + ", " + number_text((*value)[1]) + "]";
  }
  std::string operator()(const std::vector<std::string>& value) const {
    std::vector<std::string> literals;
    literals.reserve(value.size());
    for (const std::string& item : value) literals.push_back(json_string(item));
    return "[" + joined(literals) + "]";
  }
};

}  // namespace

std::string value_to_json(const FieldValue& value) {
  return std::visit(JsonWriter{}, value);
}

std::string allowed_values(const Field& field) {
  const auto span = [&] {
    return "from " + number_text(field.minimum) + " to " +
           (field.kind == FieldKind::Integer
                ? std::to_string(static_cast<std::int64_t>(field.maximum))
                : number_text(field.maximum));
  };
  switch (field.kind) {
    case FieldKind::Number:
      return "a number " + span();
    case FieldKind::Integer:
      return "an integer " + span();
    case FieldKind::Boolean:
      return "true or false";
    case FieldKind::Choice:
      return "one of " + joined(field.choices);
    case FieldKind::Text:
      return "text in UTF-8 without control characters";
    case FieldKind::Range:
      return "null or [low, high] with low < high";
    case FieldKind::Flags:
      return "a list of any of " + joined(field.choices) + ", each once";
  }
  return {};
}

void refuse_value(const Field& field, const std::string& shown) {
  constexpr std::size_t kLongest = 80;
  throw Error(field.key + " is " + printable(shown, kLongest) + "; it must be " +
              allowed_values(field));
}

FieldValue checked_value(const Field& field, const FieldValue& value) {
  const auto refuse_unless = [&](bool good) {
    if (!good) refuse_value(field, value_to_json(value));
  };
  switch (field.kind) {
    case FieldKind::Number:
      return checked_number(field, value);
    case FieldKind::Integer:
      return static_cast<std::int64_t>(checked_number(field, value));
    case FieldKind::Boolean:
      refuse_unless(std::holds_alternative<bool>(value));
      return value;
    case FieldKind::Choice:
    case FieldKind::Text: {
      const auto* text = std::get_if<std::string>(&value);
      refuse_unless(text != nullptr);
      const bool clean = is_utf8(*text) && std::ranges::none_of(*text, [](char c) {
                           return static_cast<unsigned char>(c) < 0x20;
                         });
      refuse_unless(clean && (field.kind == FieldKind::Text || is_known(field, *text)));
      return value;
    }
    case FieldKind::Range: {
      const auto* range = std::get_if<FieldRange>(&value);
      refuse_unless(range != nullptr && is_good_range(*range));
      return value;
    }
    case FieldKind::Flags: {
      const auto* chosen = std::get_if<std::vector<std::string>>(&value);
      refuse_unless(chosen != nullptr);
      return checked_flags(field, *chosen);
    }
  }
  return value;
}

FieldValue parse_value(const Field& field, std::string_view text) {
  const auto parse = [&]() -> FieldValue {
    const std::string_view bare = trimmed(text);
    switch (field.kind) {
      case FieldKind::Number:
      case FieldKind::Integer:
        // Integers first: a seed near 2^53 need not pass through a double.
        if (const auto whole = parse_integer(bare)) return *whole;
        if (const auto number = parse_number(bare)) return *number;
        break;
      case FieldKind::Boolean:
        if (bare == "true" || bare == "false") return bare == "true";
        break;
      case FieldKind::Choice:
        return std::string(bare);
      case FieldKind::Text:
        return std::string(text);
      case FieldKind::Range: {
        if (bare == "null") return FieldRange{};
        const std::vector<std::string> elements = list_elements(bare);
        if (elements.size() != 2) break;
        const auto low = parse_number(elements[0]), high = parse_number(elements[1]);
        if (low && high) return FieldRange{{*low, *high}};
        break;
      }
      case FieldKind::Flags:
        return list_elements(bare);
    }
    refuse_value(field, in_quotes(text));
  };
  return checked_value(field, parse());
}

std::string_view name(DataSource choice) {
  return choice_name(choice);
}
std::string_view name(AttentionKernel choice) {
  return choice_name(choice);
}
std::string_view name(AttentionMask choice) {
  return choice_name(choice);
}
std::string_view name(QueryKeyForm choice) {
  return choice_name(choice);
}
std::string_view name(Normalization choice) {
  return choice_name(choice);
}
std::string_view name(Activation choice) {
  return choice_name(choice);
}
std::string_view name(LossKind choice) {
  return choice_name(choice);
}
std::string_view name(Part choice) {
  return choice_name(choice);
}
std::string_view name(ValueScale choice) {
  return choice_name(choice);
}
std::string_view name(Theme choice) {
  return choice_name(choice);
}

}  // namespace hessianscope
