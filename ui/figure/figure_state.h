// FigureState: everything that decides how figures look, as one plain value. Window and `render`
// fill it by the same function and so draw the same picture.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "core/live/snapshot.h"
#include "ui/plots/colour_scale.h"
#include "ui/plots/spectrum_plot.h"

namespace hessianscope {

// What is zoomed, by Model; none = everything.
struct FigureZoom {
  std::array<std::optional<EntryWindow>, 2> windows{};
  std::array<std::optional<std::array<double, 2>>, 2> eigenvalues{};
  bool operator==(const FigureZoom&) const = default;
};

struct FigureState {
  SnapshotPointer snapshot;  // heatmaps, norms and numbers
  SnapshotPointer spectra;   // the newest with spectra; older than `snapshot` while they compute
  ViewSettings view;         // values, range, overlays, theme; the part is the snapshot's
  FigureZoom zoom;
  bool linked = true;  // both models on the same colours and axes
  std::array<ColourRange, 2> colours{};
  std::array<SpectrumAxes, 2> axes{};

  ColourScale colour_scale(Model model, Theme theme) const;
  std::vector<Part> overlays() const;
  SpectrumMark spectrum_mark() const;
  // The scenario of the data shown, with the view as it is seen.
  Scenario scenario() const;
};

// Fills colours and axes: view.range where it is set, else automatic (colour_range.h,
// spectrum_axes), shared between the models when linked. To lock or hold a range, overwrite
// `colours` afterwards. `spectra` may be null.
FigureState figure_state(SnapshotPointer snapshot, SnapshotPointer spectra,
                         const ViewSettings& view, const FigureZoom& zoom = {}, bool linked = true);

// For one complete snapshot with its own view: what `render` draws.
FigureState figure_state(const SnapshotPointer& snapshot);

}  // namespace hessianscope
