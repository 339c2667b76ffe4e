#include "core/scenario/field_table.h"

#include <algorithm>
#include <numeric>

#include "core/error.h"
#include "core/scenario/field_table_data.h"
#include "core/scenario/field_values.h"
#include "core/text.h"

namespace hessianscope {
namespace {

// How many single-character edits lie between two words (Levenshtein).
std::size_t edit_distance(std::string_view from, std::string_view to) {
  std::vector<std::size_t> row(to.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < from.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < to.size(); ++j) {
      const std::size_t replaced = diagonal + (from[i] == to[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, diagonal + 1});
    }
  }
  return row.back();
}

std::string nearest_keys(std::string_view key) {
  constexpr std::size_t kSuggestions = 3, kLongestKey = 64;
  key = key.substr(0, kLongestKey);
  std::vector<std::pair<std::size_t, std::string>> ranked;
  for (const Field& known : field_table()) {
    ranked.emplace_back(edit_distance(key, known.key), known.key);
  }
  std::ranges::stable_sort(ranked, {}, [](const auto& item) { return item.first; });
  std::string text;
  for (std::size_t i = 0; i < kSuggestions; ++i) text += (i ? ", " : "") + ranked[i].second;
  return text;
}

}  // namespace

std::span<const Field> field_table() {
  static const std::vector<Field> table = make_field_table();
  return table;
}

std::string_view section_of(const Field& field) {
  const std::size_t dot = field.key.find('.');
  return dot == std::string::npos ? std::string_view{} : std::string_view(field.key).substr(0, dot);
}

const Field& field(std::string_view key) {
  const auto table = field_table();
  const auto found = std::ranges::find(table, key, &Field::key);
  if (found == table.end()) {
    throw Error("there is no field " + in_quotes(key) + "; the nearest are " + nearest_keys(key));
  }
  return *found;
}

void assign(Scenario& scenario, const Field& field, const FieldValue& value) {
  field.set(scenario, checked_value(field, value));
}

void assign_text(Scenario& scenario, std::string_view key, std::string_view text) {
  const Field& target = field(key);
  target.set(scenario, parse_value(target, text));
}

void validate(const Scenario& scenario) {
  for (const Field& each : field_table()) checked_value(each, each.get(scenario));
  if (scenario.data.source == DataSource::DigitAddition &&
      scenario.attention.d_model < kDigitVocabulary) {
    throw Error("attention.d_model is " + std::to_string(scenario.attention.d_model) +
                "; data.source digit_addition has a vocabulary of 12 and needs at least 12");
  }
  if (scenario.data.source == DataSource::File && scenario.data.file.empty()) {
    throw Error("data.file is empty; data.source file needs the path of an .npz file there");
  }
}

}  // namespace hessianscope
