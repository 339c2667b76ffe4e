#include "ui/figure/figure_view.h"

#include <string>

#include "core/error.h"

namespace hessianscope {

std::string_view name(FigureView view) {
  switch (view) {
    case FigureView::Overview:
      return "overview";
    case FigureView::AttentionHeatmap:
      return "attention-heatmap";
    case FigureView::MlpHeatmap:
      return "mlp-heatmap";
    case FigureView::AttentionSpectrum:
      return "attention-spectrum";
    case FigureView::MlpSpectrum:
      return "mlp-spectrum";
    case FigureView::BlockNorms:
      return "block-norms";
  }
  return {};
}

FigureView figure_view(std::string_view wanted) {
  std::string known;
  for (FigureView view : kFigureViews) {
    if (name(view) == wanted) return view;
    known += (known.empty() ? "" : ", ") + std::string(name(view));
  }
  throw Error("there is no view \"" + std::string(wanted) + "\"; the views are " + known);
}

FigureView heatmap_view(Model model) {
  return model == Model::Attention ? FigureView::AttentionHeatmap : FigureView::MlpHeatmap;
}

FigureView spectrum_view(Model model) {
  return model == Model::Attention ? FigureView::AttentionSpectrum : FigureView::MlpSpectrum;
}

}  // namespace hessianscope
