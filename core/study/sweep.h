// Sweeps: block norms of both models along one scenario field, over several seeds.
#pragma once

#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/live/snapshot.h"
#include "core/study/slope.h"

namespace hessianscope {

struct SweepRequest {
  Scenario scenario;
  std::string field;  // key of a numeric field
  double from = 0, to = 0;
  Index points = 2;
  Index seeds = 1;  // seed number s = 1 .. K adds s - 1 to the data, attention and mlp seeds
};

// One norm: value index, seed index, model, part, block pair of the upper triangle.
struct SweepResult {
  SweepRequest request;
  std::vector<double> values;                           // V, log-spaced for logarithmic fields
  std::array<std::vector<std::string>, 2> block_names;  // by Model; the layout of the first value
  // norms[value][seed][model]
  std::vector<std::vector<std::array<BlockNorms, 2>>> norms;

  double norm(Index value, Index seed, Model model, Part part, Index row, Index column) const;
  // The fit of one block pair over all values and seeds.
  Slope slope(Model model, Part part, Index row, Index column) const;
};

// The values a sweep visits: log-spaced for logarithmic fields (from > 0 needed), rounded and
// deduplicated for integer fields. Throws Error for a bad range.
std::vector<double> sweep_values(const SweepRequest& request);

// `progress` (may be empty) gets the share done, 0 .. 1. Throws Interrupted, Error.
SweepResult sweep(const SweepRequest& request, const std::function<void(double)>& progress,
                  std::stop_token stop);

// The sweep table of the file format: CSV text, or arrays in an .npz.
std::string sweep_to_csv(const SweepResult& result);
void save_sweep_npz(const SweepResult& result, const std::string& path);

}  // namespace hessianscope
