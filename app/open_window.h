// `hessianscope [FILE]`: the window.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

class QApplication;

namespace hessianscope {

// Opens the window on a file (a scenario or an exported figure), else on the state of the last
// session, else on the default scenario, each with the KEY=VALUE `changes` applied, and runs until
// it is closed. A file that cannot be read is explained in the window. Returns the exit code.
// Throws Error for changes that the scenario does not allow.
int open_window(QApplication& application, const std::optional<std::filesystem::path>& file,
                const std::vector<std::string>& changes);

}  // namespace hessianscope
