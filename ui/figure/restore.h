// From a file back to the scenario it shows.
#pragma once

#include <filesystem>

#include "ui/figure/figure_state.h"

namespace hessianscope {

struct RestoredFigure {
  Scenario scenario;
  FigureZoom zoom;  // of an exported figure, with its links
  bool linked = true;
};

// Reads a scenario file (.json), or an exported PNG, SVG, CSV or NPZ; the content says which one
// it is, not the name. An NPZ gives its arrays back too: where its scenario took them from a file,
// that file is now the NPZ (core/data/provenance.h). Files are untrusted: damaged, hostile or too
// large ones throw Error with path and cause.
RestoredFigure restore_figure(const std::filesystem::path& path);

}  // namespace hessianscope
