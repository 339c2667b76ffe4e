#include "tests/ui/snapshots.h"

#include <cmath>
#include <limits>

#include "core/live/pipeline.h"

namespace hessianscope {
namespace {

void summarize(Heatmap& heatmap) {
  heatmap.largest = heatmap.smallest = 0;
  heatmap.log10_magnitude.clear();
  for (const double value : heatmap.value) {
    heatmap.log10_magnitude.push_back(static_cast<float>(std::log10(std::abs(value))));
    if (!std::isfinite(value) || value == 0) continue;
    heatmap.largest = std::max(heatmap.largest, std::abs(value));
    heatmap.smallest =
        heatmap.smallest == 0 ? std::abs(value) : std::min(heatmap.smallest, std::abs(value));
  }
}

}  // namespace

Scenario small_scenario() {
  Scenario scenario;
  scenario.attention.d_model = scenario.attention.d_key = 4;
  scenario.data.sequence_length = 6;
  return scenario;
}

SnapshotPointer computed(const Scenario& scenario) {
  Pipeline pipeline;
  return pipeline.run({.scenario = scenario}, {}, {});
}

SnapshotPointer computed_small() {
  static const SnapshotPointer snapshot = computed(small_scenario());
  return snapshot;
}

SnapshotPointer all_zero() {
  auto snapshot = std::make_shared<Snapshot>(*computed_small());
  for (ModelSnapshot& model : snapshot->models) {
    for (double& value : model.heatmap.value) value = 0;
    summarize(model.heatmap);
    for (Matrix& norms : model.norms.frobenius) norms.setZero();
    model.trace.fill(0);
    const Vector zeros = Vector::Zero(model.curvature->parameters());
    model.spectra = {summarize(Part::Total, zeros, 0, 0)};
  }
  return snapshot;
}

SnapshotPointer with_nan_cell(Index row, Index column) {
  auto snapshot = std::make_shared<Snapshot>(*computed_small());
  for (ModelSnapshot& model : snapshot->models) {
    const Index cell = row * model.heatmap.columns + column;
    model.heatmap.value[static_cast<std::size_t>(cell)] = std::numeric_limits<double>::quiet_NaN();
    summarize(model.heatmap);
  }
  return snapshot;
}

Heatmap heatmap_of(const Matrix& entries) {
  Heatmap heatmap;
  heatmap.window = {0, entries.rows(), 0, entries.cols()};
  heatmap.rows = entries.rows();
  heatmap.columns = entries.cols();
  heatmap.value.assign(entries.data(), entries.data() + entries.size());
  summarize(heatmap);
  return heatmap;
}

}  // namespace hessianscope
