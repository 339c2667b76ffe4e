// What opening a file in the window means.
#pragma once

#include <filesystem>

#include "ui/figure/restore.h"

namespace hessianscope {

// A scenario or an exported figure is restored as seen. An .npz without a scenario is a layer, to
// be looked at under the settings of `present`. Throws Error with path and cause.
RestoredFigure open_file(const std::filesystem::path& path, const Scenario& present);

}  // namespace hessianscope
