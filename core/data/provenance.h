// The scenario that every export carries, written into and read back from its own formats.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "core/data/npz.h"
#include "core/scenario/scenario.h"

namespace hessianscope {

// Adds scenario_json (uint8: the complete scenario, every key), and the scalars version and
// loss_formula.
void add_provenance(NpzWriter& writer, const Scenario& scenario, std::string_view loss_formula);

// The scenario in the array scenario_json of an .npz. Where that scenario took its arrays from a
// file and the .npz holds them itself, the scenario is pointed at the .npz, with scales of 1
// because its arrays are already scaled: so the layer opens without the file it came from. Throws
// Error when there is none, or none that can be read.
Scenario scenario_in_npz(const std::filesystem::path& path);

// Three lines for the head of a CSV: "# hessianscope VERSION", "# scenario {...}", "# loss ...".
std::string provenance_csv_header(const Scenario& scenario, std::string_view loss_formula);

// The scenario in the lines starting with '#' at the head of a CSV. A relative data.file is made
// absolute against `base`. Throws Error, preceded by `origin`.
Scenario scenario_in_csv(std::string_view text, std::string_view origin,
                         const std::filesystem::path& base = {});

}  // namespace hessianscope
