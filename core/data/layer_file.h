// A real layer's arrays from an .npz: what `data.source` file means.
//
// Known arrays, each optional, at least one present, float64 or float32 unless noted:
//   X (N,L,d_model) or (L,d_model)          Y (N,L,d_out) or (L,d_out)
//   labels (N,L) or (L), integers           token_weights (N,L) or (L), >= 0, summing to one
//   W_Q, W_K (d_model,d_key)                W_QK (d_model,d_model), without W_Q and W_K
//   W_V (d_model,d_out)                     mlp_W_1 .. mlp_W_D, all or none, D <= 6
// Other arrays are ignored, so everything that `compute` writes is a valid file and reproduces
// itself. The shapes fix the sizes; two arrays that disagree on one are refused.
//
// Bounds: N L <= 16384 tokens, every other size <= 1024, MLP widths <= 4096, 256 MiB in all.
#pragma once

#include <cstdint>
#include <filesystem>

#include "core/data/given_arrays.h"

namespace hessianscope {

// All arrays of a layer together.
inline constexpr std::uint64_t kMostLayerBytes = std::uint64_t{1} << 28;

// Throws Error naming path, array and cause: unreadable, damaged, not finite (with the index),
// wrong rank or type, out of bounds, contradictory (with both arrays and both shapes).
GivenArrays read_layer_file(const std::filesystem::path& path);

}  // namespace hessianscope
