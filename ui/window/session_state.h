// What the program remembers from one run to the next: the scenario, as a scenario file in the
// person's state folder ($XDG_STATE_HOME, else ~/.local/state), and the window's geometry.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "core/scenario/scenario.h"

namespace hessianscope {

std::filesystem::path session_file();

struct RememberedSession {
  std::optional<Scenario> scenario;  // none at the first start
  std::string notice;                // why a remembered one was left aside; empty when fine
};

// A damaged file is no reason not to start: it is left aside with a notice.
RememberedSession read_session();

// Throws Error with path and cause.
void write_session(const Scenario& scenario);

}  // namespace hessianscope
