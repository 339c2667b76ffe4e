// The data of exactly one figure, as a table or as arrays.
//
//   heatmap      every cell: first row and column it covers, and its entry of largest magnitude
//   spectrum     every eigenvalue drawn, with the bin of the histogram it stands in
//   block-norms  Frobenius norm and root mean square per entry of every block pair and part
//   overview     the numbers beside the plots and the block norms; as arrays, all of the above
#pragma once

#include <filesystem>
#include <string>

#include "ui/figure/figure_state.h"
#include "ui/figure/figure_view.h"

namespace hessianscope {

// Header lines with the provenance, then the table; numbers in shortest round-trip form.
std::string figure_csv(FigureView view, const FigureState& state);

// Throws Error naming path and cause.
void save_figure_npz(FigureView view, const FigureState& state, const std::filesystem::path& path);

}  // namespace hessianscope
