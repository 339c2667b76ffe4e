// Sweeps: block norms of both models along one scenario field, over several seeds.
//
//   SweepRequest request{.scenario = {}, .field = "data.scale", .from = 1e-3, .to = 1e-2,
//                        .points = 5};
//   SweepResult result = sweep(request, {}, {});
//   Slope exponent = result.slope(Model::Attention, Part::Total, 0, 0);
//
// As a table: sweep_table.h.
#pragma once

#include <array>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/live/snapshot.h"
#include "core/study/slope.h"

namespace hessianscope {

struct SweepRequest {
  Scenario scenario;
  std::string field;  // key of a field of kind Number or Integer
  double from = 0, to = 0;
  Index points = 2;
  Index seeds = 1;  // seed number s = 1 .. K adds s - 1 to the data, attention and mlp seeds
};

struct SweepResult {
  SweepRequest request;
  std::string loss_formula;    // with both ends where the field changes it
  std::vector<double> values;  // V
  // By Model: the block names of the largest layout, where the field changes the layout. Block b
  // of a smaller one has the same name.
  std::array<std::vector<std::string>, 2> block_names;
  // norms[value][seed][model], each of the size of its own layout.
  std::vector<std::vector<std::array<BlockNorms, 2>>> norms;

  // One Frobenius norm; NaN where that value's layout has no such block.
  double norm(Index value, Index seed, Model model, Part part, Index row, Index column) const;
  // The line through the points of all values and seeds of one block pair; draws that differ
  // widen its standard error.
  Slope slope(Model model, Part part, Index row, Index column) const;
};

// The values a sweep visits, rising from `from` to `to`, both exactly: log-spaced for logarithmic
// fields (from > 0 needed), evenly spaced otherwise; rounded and without repetition for integer
// fields. A single point needs from = to. The scenario is not looked at. Throws Error for a field
// that is unknown or no number, and for ends the field refuses.
std::vector<double> sweep_values(const SweepRequest& request);

// Computes all norms; no Hessian is ever stored. Every value and seed is checked before anything
// is computed, and both ends are drawn, so that what the machine cannot hold is refused at once.
// `progress` (may be empty) gets the share done, 0 .. 1. Throws Interrupted, Error.
SweepResult sweep(const SweepRequest& request, const std::function<void(double)>& progress,
                  std::stop_token stop);

}  // namespace hessianscope
