// The sweep table in its two file formats.
#pragma once

#include <filesystem>
#include <stop_token>
#include <string>

#include "core/study/sweep.h"

namespace hessianscope {

// CSV: the provenance header and a line "# sweep KEY from A to B"; then
// value,seed,model,part,row,column,frobenius_norm with one line per value, seed, model, part and
// block pair of the upper triangle, a zero norm as 0; then a line that names the columns of the
// "# slope,..." lines, and those. Numbers in shortest round-trip form, nan where there is none.
std::string sweep_to_csv(const SweepResult& result);

// An .npz with V values, S seeds, 2 models, 3 parts and B blocks in the larger layout:
//   values (V), seeds (S, int64: 1 .. S), norms (V,S,2,3,B,B) and slopes, slope_standard_errors,
//   slope_r_squared, slope_first_values, slope_last_values, slope_points_used,
//   slope_points_left_out (2,3,B,B), symmetric in their last two axes and NaN where a model has no
//   such block; block_names (2,B, "" likewise), model_names (2), part_names (3), field, version,
//   loss_formula (unicode scalars) and scenario_json (uint8).
// Throws Error naming path and cause, and Interrupted once `stop` is asked for.
void save_sweep_npz(const SweepResult& result, const std::filesystem::path& path,
                    std::stop_token stop = {});

}  // namespace hessianscope
