#include "ui/figure/drawn_spectrum.h"

#include <vector>

namespace hessianscope {

Index DrawnSpectrum::bin_of(double eigenvalue) const {
  const double place = histogram.axis.forward(eigenvalue);
  const bool outside = place < histogram.low || place > histogram.high;
  if (outside || spectrum->counts_as_zero(eigenvalue)) return -1;
  // The last edge at or below the place, as bin() counts.
  Index first = 0, last = static_cast<Index>(histogram.counts.size());
  while (last - first > 1) {
    const Index middle = (first + last) / 2;
    (histogram.edge(middle) <= place ? first : last) = middle;
  }
  return first;
}

double DrawnSpectrum::edge(Index bin) const {
  return histogram.axis.inverse(histogram.edge(bin));
}

std::vector<DrawnSpectrum> drawn_spectra(const FigureState& state, Model model) {
  std::vector<DrawnSpectrum> result;
  if (!state.spectra) return result;
  std::vector<Part> parts = state.overlays();
  const Part viewed = state.spectra->problem->scenario.view.part;
  std::erase(parts, viewed);
  parts.insert(parts.begin(), viewed);
  const SpectrumAxes& axes = state.axes[static_cast<std::size_t>(model)];
  for (const Part part : parts) {
    const Spectrum* spectrum = state.spectra->of(model).spectrum(part);
    if (spectrum) {
      result.push_back({spectrum, bin(*spectrum, axes.axis, axes.low, axes.high, kSpectrumBins)});
    }
  }
  return result;
}

std::string data_name(Model model) {
  return model == Model::Attention ? "attention" : "mlp";
}

}  // namespace hessianscope
