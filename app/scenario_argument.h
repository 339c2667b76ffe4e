// The scenario a command works on: SCENARIO and its --set changes.
#pragma once

#include <string>
#include <vector>

#include "core/error.h"
#include "ui/figure/restore.h"

namespace hessianscope {

// The command line itself is wrong: exit code 2 instead of 1.
class UsageError : public Error {
 public:
  using Error::Error;
};

struct ScenarioArgument {
  std::string source;                // a path, "-" for standard input, or "default"
  std::vector<std::string> changes;  // KEY=VALUE of each --set, in the order given
};

// Throws UsageError unless each change has a known key and an allowed value.
void check_changes(const std::vector<std::string>& changes);

// Sets each change. A relative data.file is taken from the working directory, as every path on a
// command line is. Throws UsageError when the scenario as a whole then makes no sense.
void apply_changes(Scenario& scenario, const std::vector<std::string>& changes);

// Reads the source (at most 1 MiB from standard input) and applies the changes. A file may also
// be an exported figure, which brings its zoom along. Throws Error, UsageError.
RestoredFigure load(const ScenarioArgument& argument);

}  // namespace hessianscope
