// Snapshots to draw: computed ones, and ones made by hand for what computing never gives.
#pragma once

#include <cstdint>

#include "core/live/snapshot.h"

namespace hessianscope {

// The largest exported figure a test reads back, in bytes.
inline constexpr std::uint64_t kSizeLimit = std::uint64_t{1} << 28;

// d_model = d_key = 4, L = 6: attention has 48 parameters.
Scenario small_scenario();
SnapshotPointer computed(const Scenario& scenario);
SnapshotPointer computed_small();

// The small snapshot with every cell, norm and eigenvalue zero.
SnapshotPointer all_zero();
// The small snapshot with NaN in one cell of each heatmap.
SnapshotPointer with_nan_cell(Index row, Index column);

// A heatmap of the whole of a P x P matrix from its entries, one cell an entry.
Heatmap heatmap_of(const Matrix& entries);

}  // namespace hessianscope
