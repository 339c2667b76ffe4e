#include "ui/figure/figure_state.h"

#include <utility>

namespace hessianscope {
namespace {

std::size_t at(Model model) {
  return static_cast<std::size_t>(model);
}

bool has_data(const SnapshotPointer& snapshot) {
  return snapshot && snapshot->problem && snapshot->models[0].curvature &&
         snapshot->models[1].curvature;
}

// The spectra that are drawn of one model: the viewed part and its overlays.
std::vector<const Spectrum*> drawn_spectra(const Snapshot& snapshot, Model model,
                                           const std::vector<Part>& overlays) {
  std::vector<const Spectrum*> spectra;
  const Part part = snapshot.problem->scenario.view.part;
  if (const Spectrum* spectrum = snapshot.of(model).spectrum(part)) spectra.push_back(spectrum);
  for (const Part overlay : overlays) {
    const Spectrum* spectrum = snapshot.of(model).spectrum(overlay);
    if (spectrum && overlay != part) spectra.push_back(spectrum);
  }
  return spectra;
}

void fill_colours(FigureState& state) {
  if (state.view.range) {
    state.colours.fill({(*state.view.range)[0], (*state.view.range)[1]});
  } else if (has_data(state.snapshot)) {
    const Heatmap& attention = state.snapshot->of(Model::Attention).heatmap;
    const Heatmap& mlp = state.snapshot->of(Model::Mlp).heatmap;
    if (state.linked) {
      state.colours.fill(automatic_range({&attention, &mlp}, state.view.values));
    } else {
      state.colours = {automatic_range({&attention}, state.view.values),
                       automatic_range({&mlp}, state.view.values)};
    }
  }
}

void fill_axes(FigureState& state) {
  if (!has_data(state.spectra)) return;
  const std::vector<Part> overlays = state.overlays();
  std::vector<const Spectrum*> all;
  for (const Model model : kModels) {
    const auto spectra = drawn_spectra(*state.spectra, model, overlays);
    if (!state.linked) {
      state.axes[at(model)] = spectrum_axes(spectra, state.zoom.eigenvalues[at(model)]);
    }
    all.insert(all.end(), spectra.begin(), spectra.end());
  }
  if (state.linked) state.axes.fill(spectrum_axes(all, state.zoom.eigenvalues[0]));
}

}  // namespace

ColourScale FigureState::colour_scale(Model model, Theme theme) const {
  return ColourScale(view.values, colours[at(model)], theme);
}

std::vector<Part> FigureState::overlays() const {
  std::vector<Part> parts;
  if (view.overlay_outer) parts.push_back(Part::Outer);
  if (view.overlay_functional) parts.push_back(Part::Functional);
  return parts;
}

SpectrumMark FigureState::spectrum_mark() const {
  if (spectra && spectra == snapshot) return SpectrumMark::Exact;
  return snapshot && snapshot->complete ? SpectrumMark::Stopped : SpectrumMark::Computing;
}

Scenario FigureState::scenario() const {
  Scenario scenario = snapshot->problem->scenario;
  const Part part = scenario.view.part;
  scenario.view = view;
  scenario.view.part = part;
  return scenario;
}

FigureState figure_state(SnapshotPointer snapshot, SnapshotPointer spectra,
                         const ViewSettings& view, const FigureZoom& zoom, bool linked) {
  FigureState state;
  state.snapshot = std::move(snapshot);
  state.spectra = std::move(spectra);
  state.view = view;
  state.zoom = zoom;
  state.linked = linked;
  fill_colours(state);
  fill_axes(state);
  return state;
}

FigureState figure_state(const SnapshotPointer& snapshot) {
  const ViewSettings view = has_data(snapshot) ? snapshot->problem->scenario.view : ViewSettings{};
  const bool spectra = has_data(snapshot) && snapshot->of(Model::Attention).spectrum(view.part) &&
                       snapshot->of(Model::Mlp).spectrum(view.part);
  return figure_state(snapshot, spectra ? snapshot : nullptr, view);
}

}  // namespace hessianscope
