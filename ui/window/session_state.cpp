#include "ui/window/session_state.h"

#include <cstdlib>

#include "core/data/safe_file.h"
#include "core/error.h"
#include "core/scenario/scenario_json.h"

namespace hessianscope {

std::filesystem::path session_file() {
  const char* state = std::getenv("XDG_STATE_HOME");
  const char* home = std::getenv("HOME");
  std::filesystem::path folder;
  if (state && *state) {
    folder = state;
  } else {
    folder = std::filesystem::path(home ? home : ".") / ".local" / "state";
  }
  return folder / "hessianscope" / "session.json";
}

RememberedSession read_session() {
  const std::filesystem::path path = session_file();
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored)) return {};
  try {
    return {read_scenario(path), {}};
  } catch (const Error& error) {
    return {std::nullopt, "the last session was left aside: " + std::string(error.what())};
  }
}

void write_session(const Scenario& scenario) {
  const std::filesystem::path path = session_file();
  std::error_code failure;
  std::filesystem::create_directories(path.parent_path(), failure);
  if (failure) {
    throw Error("cannot make the folder " + path.parent_path().string() + ": " + failure.message());
  }
  write_file(path, scenario_to_json(scenario));
}

}  // namespace hessianscope
