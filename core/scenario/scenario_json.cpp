#include "core/scenario/scenario_json.h"

#include "core/data/safe_file.h"
#include "core/error.h"
#include "core/scenario/field_values.h"
#include "core/scenario/scenario_reader.h"
#include "core/text.h"

namespace hessianscope {
namespace {

constexpr std::uint64_t kLargestFile = std::uint64_t{1} << 20;

enum class Layout { Lines, OneLine };

// `items` between a pair of brackets, each on a line of its own or all on one.
std::string enclosed(char open, char close, const std::vector<std::string>& items, Layout layout,
                     std::size_t depth) {
  const bool lines = layout == Layout::Lines;
  const auto line_start = [&](std::size_t level) {
    return lines ? "\n" + std::string(2 * level, ' ') : std::string();
  };
  std::string text(1, open);
  for (std::size_t i = 0; i < items.size(); ++i) {
    text += (i == 0 ? "" : lines ? "," : ", ") + line_start(depth + 1) + items[i];
  }
  return text + line_start(depth) + close;
}

std::string member(std::string_view name, const std::string& value) {
  return json_string(name) + ": " + value;
}

std::string write_scenario(const Scenario& scenario, Layout layout) {
  std::vector<std::string> members{member("hessianscope", "1")};
  std::vector<std::string> section_members;
  std::string_view section;
  const auto close_section = [&] {
    if (!section.empty()) {
      members.push_back(member(section, enclosed('{', '}', section_members, layout, 1)));
    }
    section_members.clear();
  };
  for (const Field& each : field_table()) {
    if (section_of(each) != section) {
      close_section();
      section = section_of(each);
    }
    const std::string name = section.empty() ? each.key : each.key.substr(section.size() + 1);
    (section.empty() ? members : section_members)
        .push_back(member(name, value_to_json(each.get(scenario))));
  }
  close_section();
  return enclosed('{', '}', members, layout, 0);
}

std::string kind_name(FieldKind kind) {
  switch (kind) {
    case FieldKind::Number:
      return "number";
    case FieldKind::Integer:
      return "integer";
    case FieldKind::Boolean:
      return "boolean";
    case FieldKind::Choice:
      return "choice";
    case FieldKind::Text:
      return "text";
    case FieldKind::Range:
      return "range";
    case FieldKind::Flags:
      return "flags";
  }
  return {};
}

std::string describe_field(const Field& field) {
  std::vector<std::string> members{
      member("key", json_string(field.key)), member("label", json_string(field.label)),
      member("unit", json_string(field.unit)), member("type", json_string(kind_name(field.kind)))};
  if (field.kind == FieldKind::Number || field.kind == FieldKind::Integer) {
    const auto bound = [&](double value) {
      return field.kind == FieldKind::Integer ? std::to_string(static_cast<std::int64_t>(value))
                                              : number_text(value);
    };
    members.push_back(member("minimum", bound(field.minimum)));
    members.push_back(member("maximum", bound(field.maximum)));
    members.push_back(member("slider_minimum", bound(field.slider_minimum)));
    members.push_back(member("slider_maximum", bound(field.slider_maximum)));
    members.push_back(member("scale", json_string(field.logarithmic ? "logarithmic" : "linear")));
  }
  if (!field.choices.empty()) members.push_back(member("choices", value_to_json(field.choices)));
  members.push_back(member("default", value_to_json(field.get(Scenario{}))));
  members.push_back(member("help", json_string(field.help)));
  return enclosed('{', '}', members, Layout::Lines, 1);
}

}  // namespace

Scenario scenario_from_json(std::string_view text, std::string_view origin,
                            const std::filesystem::path& base) {
  try {
    Scenario scenario = parse_scenario(text);
    const std::filesystem::path file = scenario.data.file;
    if (!file.empty() && !base.empty() && file.is_relative()) {
      assign(scenario, field("data.file"),
             std::filesystem::absolute(base / file).lexically_normal().string());
    }
    return scenario;
  } catch (const Error& error) {
    throw Error(std::string(origin) + ": " + error.what());
  }
}

Scenario read_scenario(const std::filesystem::path& path) {
  const std::filesystem::path folder = path.parent_path();
  return scenario_from_json(read_file(path, kLargestFile), path.string(),
                            folder.empty() ? "." : folder);
}

std::string scenario_to_json(const Scenario& scenario) {
  return write_scenario(scenario, Layout::Lines) + "\n";
}

std::string scenario_to_json_line(const Scenario& scenario) {
  return write_scenario(scenario, Layout::OneLine);
}

std::string field_table_to_json() {
  std::vector<std::string> fields;
  for (const Field& each : field_table()) fields.push_back(describe_field(each));
  return enclosed('[', ']', fields, Layout::Lines, 0) + "\n";
}

}  // namespace hessianscope
