// Both heatmaps above both spectra, on linked axes and one colour scale.
#pragma once

#include <QWidget>
#include <array>

#include "ui/figure/figure_state.h"
#include "ui/figure/figure_view.h"
#include "ui/figure/restore.h"
#include "ui/window/colour_hold.h"

namespace hessianscope {

class HeatmapPlot;
class SpectrumPlot;

class PlotArea : public QWidget {
  Q_OBJECT

 public:
  explicit PlotArea(const ViewSettings& view, QWidget* parent = nullptr);

  // The newest data; `spectra` may be older, or null.
  void show_snapshots(const SnapshotPointer& picture, const SnapshotPointer& spectra);
  // How it is shown. A part or overlay that was not computed yet appears with its snapshot.
  void show_view(const ViewSettings& view);
  void set_linked(bool linked);
  // While a gesture goes on the automatic colour range only grows.
  void set_gesture(bool under_way);

  const ViewSettings& view() const { return view_; }
  const FigureZoom& zoom() const { return zoom_; }
  void show_everything();
  // Zoom and links of a restored figure, for when the data of its scenario arrives.
  void restore(const RestoredFigure& figure);
  void set_zoom(const FigureZoom& zoom, const Scenario& scenario);

  // What is seen, for export; without a snapshot before the first picture.
  const FigureState& state() const { return state_; }
  // Cells a side of a heatmap can show on this screen.
  Index max_cells() const;

  HeatmapPlot* heatmap(Model model) const { return heatmaps_[static_cast<std::size_t>(model)]; }
  SpectrumPlot* spectrum(Model model) const { return spectra_[static_cast<std::size_t>(model)]; }

 signals:
  void linked_changed(bool linked);
  // Another part of the matrices is on screen: a request with zoom().windows is due.
  void windows_changed();
  void hovered(const QString& read_out);
  void menu_wanted(hessianscope::FigureView view, const QPoint& global);

 protected:
  void contextMenuEvent(QContextMenuEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void add_heatmap(Model model);
  void add_spectrum(Model model);
  void take_window(Model model, const std::optional<EntryWindow>& window);
  void take_range(Model model, const std::optional<std::array<double, 2>>& range);
  void drop_stale_windows(const Snapshot& next);
  void refresh();

  std::array<HeatmapPlot*, 2> heatmaps_{};
  std::array<SpectrumPlot*, 2> spectra_{};
  SnapshotPointer picture_, with_spectra_;
  ViewSettings view_;
  FigureZoom zoom_;
  std::optional<Scenario> zoom_awaits_;  // the data that a restored zoom belongs to
  bool linked_ = true;
  ColourHold hold_;
  FigureState state_;
};

}  // namespace hessianscope
