// The spectra of a figure with the histograms that show them.
#pragma once

#include <string>
#include <vector>

#include "ui/figure/figure_state.h"

namespace hessianscope {

// A spectrum and its histogram over the axes of the figure.
struct DrawnSpectrum {
  const Spectrum* spectrum;
  Histogram histogram;

  // The bin an eigenvalue stands in; -1 for zeros and for those outside the range.
  Index bin_of(double eigenvalue) const;
  // The eigenvalue at the left edge of a bin; for the number of bins, where the last one ends.
  double edge(Index bin) const;
};

// Of one model: the viewed part, then the overlays; empty while there are no spectra.
std::vector<DrawnSpectrum> drawn_spectra(const FigureState& state, Model model);

// "attention" and "mlp", as in the names of exported arrays.
std::string data_name(Model model);

}  // namespace hessianscope
