#include "app/scenario_argument.h"

#include <filesystem>
#include <iostream>

#include "core/scenario/field_table.h"
#include "core/scenario/scenario_json.h"
#include "core/text.h"

namespace hessianscope {
namespace {

void apply_change(Scenario& scenario, const std::string& change) {
  const std::size_t equals = change.find('=');
  if (equals == std::string::npos) {
    throw UsageError("--set " + in_quotes(change) + " has no \"=\"; it must be KEY=VALUE");
  }
  const std::string key = change.substr(0, equals);
  try {
    assign_text(scenario, key, change.substr(equals + 1));
  } catch (const Error& error) {
    throw UsageError("--set " + in_quotes(change) + ": " + error.what());
  }
  if (key == "data.file" && !scenario.data.file.empty()) {
    scenario.data.file = std::filesystem::absolute(scenario.data.file).string();
  }
}

Scenario read_standard_input() {
  constexpr std::size_t kLimit = std::size_t{1} << 20;
  std::string text(kLimit + 1, '\0');
  std::cin.read(text.data(), static_cast<std::streamsize>(text.size()));
  if (std::cin.bad()) throw Error("standard input cannot be read");
  text.resize(static_cast<std::size_t>(std::cin.gcount()));
  if (text.size() > kLimit) {
    throw Error("standard input is longer than 1 MiB, which no scenario is");
  }
  return scenario_from_json(text, "standard input", std::filesystem::current_path());
}

}  // namespace

void check_changes(const std::vector<std::string>& changes) {
  Scenario scratch;
  for (const std::string& change : changes) apply_change(scratch, change);
}

void apply_changes(Scenario& scenario, const std::vector<std::string>& changes) {
  for (const std::string& change : changes) apply_change(scenario, change);
  try {
    validate(scenario);
  } catch (const Error& error) {
    throw UsageError(std::string("after --set the scenario makes no sense: ") + error.what());
  }
}

RestoredFigure load(const ScenarioArgument& argument) {
  RestoredFigure restored;
  if (argument.source == "-") {
    restored.scenario = read_standard_input();
  } else if (argument.source != "default") {
    restored = restore_figure(argument.source);
  }
  apply_changes(restored.scenario, argument.changes);
  return restored;
}

}  // namespace hessianscope
