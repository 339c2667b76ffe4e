// The staged pipeline: Scenario -> Problem -> Curvature -> norms, heatmaps -> exact spectra.
//
//   Pipeline pipeline;
//   SnapshotPointer picture = pipeline.run({.scenario = scenario}, nullptr, {});
//
// One Pipeline belongs to one thread and owns the dense workspaces, which are reused.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>

#include "core/curvature/dense_hessian.h"
#include "core/data/draw.h"
#include "core/live/snapshot.h"

namespace hessianscope {

struct Request {
  std::uint64_t generation = 0;
  Scenario scenario;
  // The part of each heatmap on screen; none = all of it. And how many cells a side may have.
  std::array<std::optional<EntryWindow>, 2> windows{};
  Index max_cells = 512;
};

class Pipeline {
 public:
  using Publish = std::function<void(SnapshotPointer)>;

  Pipeline();
  ~Pipeline();

  // Runs all stages and returns the last snapshot. `publish` (may be empty) gets the snapshot as
  // soon as heatmaps and norms are there. Stages whose inputs are those of the request before
  // are not repeated: a zoom pools, a new part adds its spectrum. `spectra` abandons exact spectra
  // above kInterruptibleSize: then the snapshot without them is returned, marked abandoned.
  // Bad input ends in a snapshot with `failure` set. Throws Interrupted when `everything` is
  // stopped, which any long stage notices; nothing else is thrown.
  SnapshotPointer run(const Request& request, const Publish& publish, std::stop_token spectra,
                      std::stop_token everything = {});

  // Called once sizes are known and before anything large is started.
  void on_start(std::function<void(const Cost&)> listener);

  // Forgets the results of the request before, keeping only the memory: for measuring.
  void forget();

  // The dense parts of the last successful run, for `compute`.
  const DenseHessian& hessian(Model model) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace hessianscope
