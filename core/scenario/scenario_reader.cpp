#include "core/scenario/scenario_reader.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "core/error.h"
#include "core/scenario/field_values.h"
#include "core/text.h"

namespace hessianscope {
namespace {

using Json = nlohmann::json;

constexpr std::string_view kFormatKey = "hessianscope";
constexpr std::size_t kLongestCause = 200;

bool is_section(std::string_view name) {
  return !name.empty() && std::ranges::any_of(field_table(), [&](const Field& each) {
    return section_of(each) == name;
  });
}

bool is_field(std::string_view key) {
  return std::ranges::find(field_table(), key, &Field::key) != field_table().end();
}

// Receives the parser's events and assigns each value as it comes, so that nothing of an
// untrusted text is ever built up: an object in the wrong place ends the reading at once.
class Reader : public Json::json_sax_t {
 public:
  bool null() override { return take(FieldRange{}, "null"); }
  bool boolean(bool value) override { return take(value, value_to_json(value)); }
  bool number_integer(Json::number_integer_t value) override {
    return take(std::int64_t{value}, std::to_string(value));
  }
  bool number_unsigned(Json::number_unsigned_t value) override {
    // Beyond the signed range every field refuses it, so the rounding to a double is harmless.
    if (value > static_cast<std::uint64_t>(INT64_MAX)) {
      return take(static_cast<double>(value), std::to_string(value));
    }
    return number_integer(static_cast<std::int64_t>(value));
  }
  bool number_float(Json::number_float_t value, const Json::string_t&) override {
    return take(value, number_text(value));
  }
  bool string(Json::string_t& value) override { return take(value, in_quotes(value)); }
  bool binary(Json::binary_t&) override { return false; }

  bool start_object(std::size_t) override {
    if (depth_ == 0) {
      depth_ = 1;
    } else if (depth_ == 1 && !in_array_ && is_section(key_)) {
      depth_ = 2;
      section_ = key_;
    } else {
      refuse_here("an object");
    }
    return true;
  }
  bool end_object() override {
    --depth_;
    return true;
  }
  bool key(Json::string_t& name) override {
    const std::string known = depth_ == 2 ? section_ + "." + name : name;
    const bool structural = depth_ == 1 && (name == kFormatKey || is_section(name));
    const bool dotted = name.find('.') != std::string::npos;
    if (!structural && (dotted || !is_field(known))) {
      throw Error("there is no key " + in_quotes(name) +
                  (depth_ == 2 ? " in " + section_ : " at the top level") + "; known are " +
                  known_keys(depth_ == 2 ? section_ : ""));
    }
    if (!seen_.insert(known).second) throw Error("the key " + known + " is given twice");
    key_ = known;
    return true;
  }
  bool start_array(std::size_t) override {
    if (depth_ == 0 || in_array_ || !wants_list()) refuse_here("a list");
    in_array_ = true;
    elements_.clear();
    return true;
  }
  bool end_array() override {
    in_array_ = false;
    assign(scenario_, field(key_), list_value());
    return true;
  }

  bool parse_error(std::size_t position, const std::string&,
                   const Json::exception& error) override {
    // The library's sentence without its own "[json.exception...] " label.
    const std::string_view sentence = error.what();
    const std::size_t label = sentence.find("] ");
    const std::string cause =
        printable(sentence.substr(label == std::string_view::npos ? 0 : label + 2), kLongestCause);
    throw Error("this is not valid JSON (byte " + std::to_string(position) + "): " + cause);
  }

  // The scenario, once everything was read.
  const Scenario& finish() const {
    if (!seen_.contains(std::string(kFormatKey))) {
      throw Error("the key \"hessianscope\" is missing; it must be 1");
    }
    validate(scenario_);
    return scenario_;
  }

 private:
  // One value of the current key, or one element of its list.
  bool take(const FieldValue& value, const std::string& shown) {
    if (in_array_) {
      constexpr std::size_t kLongestList = 8;
      if (elements_.size() == kLongestList || std::holds_alternative<FieldRange>(value)) {
        refuse_value(field(key_), "a list holding " + shown);
      }
      elements_.push_back(value);
      return true;
    }
    if (depth_ == 0 || is_section(key_)) refuse_here(shown);
    if (key_ == kFormatKey) {
      if (value != FieldValue(std::int64_t{1})) {
        throw Error("hessianscope is " + shown + "; it must be 1, the version of this format");
      }
      return true;
    }
    const Field& target = field(key_);
    const bool null_elsewhere =
        std::holds_alternative<FieldRange>(value) && target.kind != FieldKind::Range;
    if (null_elsewhere) refuse_value(target, shown);
    assign(scenario_, target, value);
    return true;
  }

  bool wants_list() const {
    if (key_ == kFormatKey || is_section(key_)) return false;
    const FieldKind kind = field(key_).kind;
    return kind == FieldKind::Range || kind == FieldKind::Flags;
  }

  FieldValue list_value() const {
    std::vector<double> numbers;
    std::vector<std::string> names;
    for (const FieldValue& element : elements_) {
      if (const auto* real = std::get_if<double>(&element)) numbers.push_back(*real);
      if (const auto* whole = std::get_if<std::int64_t>(&element)) {
        numbers.push_back(static_cast<double>(*whole));
      }
      if (const auto* text = std::get_if<std::string>(&element)) names.push_back(*text);
    }
    const Field& target = field(key_);
    if (target.kind == FieldKind::Flags && names.size() == elements_.size()) return names;
    if (target.kind == FieldKind::Range && numbers.size() == elements_.size() &&
        numbers.size() == 2) {
      return FieldRange{{numbers[0], numbers[1]}};
    }
    std::string shown;
    for (const FieldValue& element : elements_) {
      shown += (shown.empty() ? "" : ", ") + value_to_json(element);
    }
    refuse_value(target, "[" + shown + "]");
  }

  [[noreturn]] void refuse_here(const std::string& shown) const {
    if (depth_ == 0) throw Error("the scenario is " + shown + "; it must be a JSON object");
    if (is_section(key_)) throw Error(key_ + " is " + shown + "; it must be an object");
    if (key_ == kFormatKey) throw Error("hessianscope is " + shown + "; it must be 1");
    refuse_value(field(key_), shown);
  }

  static std::string known_keys(std::string_view section) {
    std::set<std::string> names;
    if (section.empty()) names.insert(std::string(kFormatKey));
    for (const Field& each : field_table()) {
      const std::string_view own = section_of(each);
      if (section.empty()) names.insert(own.empty() ? each.key : std::string(own));
      if (!section.empty() && own == section) names.insert(each.key.substr(own.size() + 1));
    }
    std::string text;
    for (const std::string& each : names) text += (text.empty() ? "" : ", ") + each;
    return text;
  }

  Scenario scenario_;
  int depth_ = 0;
  bool in_array_ = false;
  std::string section_, key_;
  std::vector<FieldValue> elements_;
  std::set<std::string> seen_;
};

}  // namespace

Scenario parse_scenario(std::string_view text) {
  Reader reader;
  Json::sax_parse(text.begin(), text.end(), &reader);
  return reader.finish();
}

}  // namespace hessianscope
