// From a file back to the scenario it shows.
#pragma once

#include <filesystem>

#include "ui/figure/figure_state.h"

namespace hessianscope {

struct RestoredFigure {
  Scenario scenario;
  FigureZoom zoom;  // of an exported figure
};

// Reads a scenario file (.json), or an exported PNG, SVG, CSV or NPZ. Which one it is says the
// content, not the name. Of an NPZ that holds the arrays of `compute`, the arrays come back too:
// data.source is then file, data.file that path, and the scales are 1, since the arrays carry
// them. Files are untrusted: damaged, hostile or too large ones throw Error with path and cause.
RestoredFigure restore_figure(const std::filesystem::path& path);

}  // namespace hessianscope
