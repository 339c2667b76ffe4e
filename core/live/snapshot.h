// Snapshot: everything one view of the window needs, immutable, shared between threads. It holds
// no P x P matrix.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/curvature/block_norms.h"
#include "core/curvature/curvature.h"
#include "core/curvature/heatmap.h"
#include "core/data/problem.h"
#include "core/live/capacity.h"
#include "core/live/stage_times.h"
#include "core/spectrum/exact_spectrum.h"

namespace hessianscope {

enum class Model { Attention, Mlp };
inline constexpr std::array<Model, 2> kModels = {Model::Attention, Model::Mlp};

struct ModelSnapshot {
  std::shared_ptr<const Curvature> curvature;  // layout, loss, and single entries for hovering
  BlockNorms norms;
  std::array<double, 3> trace{};  // by Part
  Heatmap heatmap;                // of the part the scenario's view names
  // Exact spectra: the viewed part first, then overlays; empty while they are being computed.
  std::vector<Spectrum> spectra;
  const Spectrum* spectrum(Part part) const;  // nullptr when not there
};

struct Snapshot {
  std::uint64_t generation = 0;  // of the request it answers; never decreases on screen
  std::shared_ptr<const Problem> problem;
  std::array<ModelSnapshot, 2> models;  // by Model
  Cost cost;
  // The last word on this request: spectra are there, or `failure` says why they are not, or
  // `abandoned` that they were given up for a newer request or by a person.
  bool complete = false;
  bool abandoned = false;
  // One sentence. Problem and models may be missing (bad input) or present without spectra.
  std::string failure;
  StageTimes times;
  const ModelSnapshot& of(Model model) const { return models[static_cast<std::size_t>(model)]; }
};

using SnapshotPointer = std::shared_ptr<const Snapshot>;

}  // namespace hessianscope
