// The figures that can be drawn, and their names on the command line.
#pragma once

#include <array>
#include <string_view>

#include "core/live/snapshot.h"

namespace hessianscope {

enum class FigureView {
  Overview,
  AttentionHeatmap,
  MlpHeatmap,
  AttentionSpectrum,
  MlpSpectrum,
  BlockNorms,
};
inline constexpr std::array kFigureViews = {FigureView::Overview,    FigureView::AttentionHeatmap,
                                            FigureView::MlpHeatmap,  FigureView::AttentionSpectrum,
                                            FigureView::MlpSpectrum, FigureView::BlockNorms};

// "overview", "attention-heatmap" ...
std::string_view name(FigureView view);
// Throws Error that lists the names there are.
FigureView figure_view(std::string_view name);

FigureView heatmap_view(Model model);
FigureView spectrum_view(Model model);

}  // namespace hessianscope
