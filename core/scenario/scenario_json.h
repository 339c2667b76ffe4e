// The JSON form of a scenario, and of the field table. Numbers use the dot in every locale and
// the shortest digits that read back to the same double.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "core/scenario/scenario.h"

namespace hessianscope {

// Reads one scenario object. Unknown keys, wrong types, values out of range, nesting deeper than
// the format has and a "hessianscope" other than 1 throw Error naming the key, the value and the
// allowed range, preceded by `origin` (a path, "standard input" ...). Missing keys take defaults.
// A relative data.file is made absolute against `base` (empty: left as it is).
Scenario scenario_from_json(std::string_view text, std::string_view origin,
                            const std::filesystem::path& base = {});

// Reads a scenario file; a relative data.file is relative to the file's folder. Throws Error with
// the path for an unreadable file or one over 1 MiB.
Scenario read_scenario(const std::filesystem::path& path);

// The complete scenario, every key present, two-space indentation, ending in a newline.
std::string scenario_to_json(const Scenario& scenario);

// The same on a single line without a line end, for headers of exported files.
std::string scenario_to_json_line(const Scenario& scenario);

// The field table as a JSON array: what `hessianscope fields` prints.
std::string field_table_to_json();

}  // namespace hessianscope
