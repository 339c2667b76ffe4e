#include "ui/window/plot_area.h"

#include <QContextMenuEvent>
#include <QGridLayout>
#include <algorithm>

#include "ui/controls/field_control.h"
#include "ui/plots/heatmap_plot.h"
#include "ui/plots/plot_text.h"
#include "ui/plots/spectrum_plot.h"

namespace hessianscope {
namespace {

constexpr int kGap = 1;
// A heatmap is square; beside it stand block names and the colour bar, above it the title.
constexpr int kBesideHeatmap = 120, kAboveHeatmap = 70;
constexpr double kLeastHeatmapShare = 0.45, kMostHeatmapShare = 0.66;  // of the height
constexpr Index kFewestCells = 256;

std::size_t at(Model model) {
  return static_cast<std::size_t>(model);
}

Index parameters(const Snapshot& snapshot, Model model) {
  return snapshot.of(model).curvature->parameters();
}

// The same entries of a matrix of another size; none when nothing of them is left.
std::optional<EntryWindow> clipped(const std::optional<EntryWindow>& window, Index size) {
  if (!window) return std::nullopt;
  const EntryWindow inside{window->row_begin, std::min(window->row_end, size), window->column_begin,
                           std::min(window->column_end, size)};
  if (inside.rows() <= 0 || inside.columns() <= 0) return std::nullopt;
  return inside;
}

}  // namespace

PlotArea::PlotArea(const ViewSettings& view, QWidget* parent) : QWidget(parent), view_(view) {
  auto* grid = new QGridLayout(this);
  grid->setContentsMargins(0, 0, 0, 0);
  grid->setSpacing(kGap);
  for (const Model model : kModels) add_heatmap(model);
  for (const Model model : kModels) add_spectrum(model);
  for (const Model model : kModels) {
    const int column = static_cast<int>(at(model));
    grid->addWidget(heatmap(model), 0, column);
    grid->addWidget(spectrum(model), 1, column);
    grid->setColumnStretch(column, 1);
  }
  refresh();
}

void PlotArea::add_heatmap(Model model) {
  auto* plot = new HeatmapPlot(model, this);
  heatmaps_[at(model)] = plot;
  plot->setAccessibleName(model_text(model) + QStringLiteral(", heatmap of the Hessian"));
  plot->setProperty(kGlossaryProperty, QStringLiteral("heatmap"));
  connect(plot, &HeatmapPlot::window_wanted, this,
          [this, model](const std::optional<EntryWindow>& window) { take_window(model, window); });
  connect(plot, &HeatmapPlot::hovered, this, &PlotArea::hovered);
}

void PlotArea::add_spectrum(Model model) {
  auto* plot = new SpectrumPlot(model, this);
  spectra_[at(model)] = plot;
  plot->setAccessibleName(model_text(model) + QStringLiteral(", histogram of the eigenvalues"));
  plot->setProperty(kGlossaryProperty, QStringLiteral("spectrum"));
  connect(plot, &SpectrumPlot::range_wanted, this,
          [this, model](const std::optional<std::array<double, 2>>& range) {
            take_range(model, range);
          });
  connect(plot, &SpectrumPlot::hovered, this, &PlotArea::hovered);
}

void PlotArea::show_snapshots(const SnapshotPointer& picture, const SnapshotPointer& spectra) {
  drop_stale_windows(*picture);
  picture_ = picture;
  with_spectra_ = spectra;
  refresh();
}

void PlotArea::show_view(const ViewSettings& view) {
  if (view_ == view) return;
  view_ = view;
  refresh();
}

void PlotArea::set_linked(bool linked) {
  linked_ = linked;
  if (linked) {
    zoom_.windows[1] = zoom_.windows[0];
    zoom_.eigenvalues[1] = zoom_.eigenvalues[0];
    emit windows_changed();
  }
  refresh();
}

void PlotArea::set_gesture(bool under_way) {
  hold_.set_gesture(under_way);
  if (!under_way) refresh();
}

void PlotArea::show_everything() {
  zoom_ = {};
  zoom_awaits_.reset();
  emit windows_changed();
  refresh();
}

void PlotArea::restore(const RestoredFigure& figure) {
  emit linked_changed(figure.linked);  // first: linking makes the zooms alike
  set_zoom(figure.zoom, figure.scenario);
}

void PlotArea::set_zoom(const FigureZoom& zoom, const Scenario& scenario) {
  if (zoom == zoom_) return;
  zoom_ = zoom;
  zoom_awaits_ = scenario;
  emit windows_changed();
  refresh();
}

void PlotArea::take_window(Model model, const std::optional<EntryWindow>& window) {
  zoom_awaits_.reset();
  for (const Model other : kModels) {
    if (other == model) {
      zoom_.windows[at(other)] = window;
    } else if (linked_ && picture_) {
      zoom_.windows[at(other)] = clipped(window, parameters(*picture_, other));
    }
  }
  emit windows_changed();
  refresh();
}

void PlotArea::take_range(Model model, const std::optional<std::array<double, 2>>& range) {
  for (const Model other : kModels) {
    if (other == model || linked_) zoom_.eigenvalues[at(other)] = range;
  }
  refresh();
}

// A window names parameters; in a matrix of another size they are not the same ones.
void PlotArea::drop_stale_windows(const Snapshot& next) {
  if (zoom_awaits_) {
    if (next.problem->scenario == *zoom_awaits_) zoom_awaits_.reset();
    return;
  }
  if (!picture_) return;
  bool dropped = false;
  for (const Model model : kModels) {
    if (parameters(next, model) == parameters(*picture_, model)) continue;
    dropped = dropped || zoom_.windows[at(model)];
    zoom_.windows[at(model)].reset();
  }
  if (dropped) emit windows_changed();
}

void PlotArea::refresh() {
  state_ = {};
  if (picture_) {
    state_ = figure_state(picture_, with_spectra_, view_, zoom_, linked_);
    if (!view_.range) state_.colours = hold_.apply(state_.colours, view_.values, linked_);
  }
  for (const Model model : kModels) {
    heatmap(model)->show_snapshot(picture_, state_.colour_scale(model, view_.theme),
                                  zoom_.windows[at(model)]);
    spectrum(model)->show_snapshot(with_spectra_, state_.overlays(), state_.axes[at(model)],
                                   view_.theme, state_.spectrum_mark());
  }
}

Index PlotArea::max_cells() const {
  const QSize size = heatmaps_[0]->size() * devicePixelRatioF();
  return std::max<Index>(kFewestCells, std::max(size.width(), size.height()));
}

void PlotArea::resizeEvent(QResizeEvent* event) {
  const int wanted = width() / 2 - kBesideHeatmap + kAboveHeatmap;
  const int heatmaps = std::clamp(wanted, static_cast<int>(kLeastHeatmapShare * height()),
                                  static_cast<int>(kMostHeatmapShare * height()));
  auto* grid = static_cast<QGridLayout*>(layout());
  grid->setRowStretch(0, heatmaps);
  grid->setRowStretch(1, height() - heatmaps);
  QWidget::resizeEvent(event);
}

void PlotArea::contextMenuEvent(QContextMenuEvent* event) {
  for (const Model model : kModels) {
    if (heatmap(model)->geometry().contains(event->pos())) {
      emit menu_wanted(heatmap_view(model), event->globalPos());
    }
    if (spectrum(model)->geometry().contains(event->pos())) {
      emit menu_wanted(spectrum_view(model), event->globalPos());
    }
  }
}

}  // namespace hessianscope
