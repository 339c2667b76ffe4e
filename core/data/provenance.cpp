#include "core/data/provenance.h"

#include "core/data/layer_file.h"
#include "core/error.h"
#include "core/scenario/scenario_json.h"
#include "core/version.h"

namespace hessianscope {
namespace {

constexpr const char* kScenarioArray = "scenario_json";
constexpr std::uint64_t kLargestScenario = std::uint64_t{1} << 20;
constexpr std::string_view kScenarioLine = "# scenario ";

// Whether the archive holds a layer of its own, as `compute` writes it.
bool holds_layer(const std::filesystem::path& path) {
  return !read_npz(path, {"X"}, kMostLayerBytes).empty();
}

}  // namespace

void add_provenance(NpzWriter& writer, const Scenario& scenario, std::string_view loss_formula) {
  const std::string text = scenario_to_json(scenario);
  writer.add(kScenarioArray, {static_cast<std::int64_t>(text.size())},
             std::vector<std::uint8_t>(text.begin(), text.end()));
  writer.add("version", {}, {kVersion});
  writer.add("loss_formula", {}, {std::string(loss_formula)});
}

Scenario scenario_in_npz(const std::filesystem::path& path) {
  const auto arrays = read_npz(path, {kScenarioArray}, kLargestScenario);
  const auto found = arrays.find(kScenarioArray);
  if (found == arrays.end() || found->second.type != NpyArray::Type::UInt8) {
    throw Error(path.string() + " carries no scenario: it has no array scenario_json of uint8");
  }
  const std::vector<std::uint8_t>& bytes = found->second.uint8;
  const std::filesystem::path folder = path.parent_path();
  Scenario scenario =
      scenario_from_json(std::string(bytes.begin(), bytes.end()), path.string() + ": scenario_json",
                         folder.empty() ? "." : folder);
  if (scenario.data.source == DataSource::File && holds_layer(path)) {
    scenario.data.file = std::filesystem::absolute(path).lexically_normal().string();
    scenario.data.scale = 1;
    scenario.data.scale_targets = false;
    scenario.attention.query_scale = scenario.attention.key_scale = 1;
    scenario.attention.value_scale = scenario.mlp.scale = 1;
  }
  return scenario;
}

std::string provenance_csv_header(const Scenario& scenario, std::string_view loss_formula) {
  return std::string("# hessianscope ") + kVersion + "\n" + std::string(kScenarioLine) +
         scenario_to_json_line(scenario) + "\n# loss " + std::string(loss_formula) + "\n";
}

Scenario scenario_in_csv(std::string_view text, std::string_view origin,
                         const std::filesystem::path& base) {
  while (text.starts_with('#')) {
    std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.starts_with(kScenarioLine)) {
      return scenario_from_json(line.substr(kScenarioLine.size()), origin, base);
    }
  }
  throw Error(std::string(origin) + " carries no scenario: no line at its head begins with '" +
              std::string(kScenarioLine) + "'");
}

}  // namespace hessianscope
