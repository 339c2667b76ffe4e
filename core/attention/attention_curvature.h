// The Hessian of a self-attention layer from closed forms (Ormaniec, Dangel, Singh, ICLR 2025),
// any kernel, any mask, separate or merged query-key weights, batches of sequences.
//
// Per token i with loss gradient r_i and loss curvature Lambda_i, temperature factor t and the
// moments m_i, C_i, S_i of attention_moments.h:
//   A_i = t C_i W_V, N_i = A_i Lambda_i A_i^T (outer) or t^2 S_i (functional),
//   b_i = t C_i W_V r_i, B = sum_i x_i b_i^T.
// Every block is a sum over tokens of the factors listed in attention_curvature.cpp.
#pragma once

#include "core/curvature/curvature.h"
#include "core/data/problem.h"

namespace hessianscope {

// Blocks W_Q, W_K, W_V, or W_QK, W_V when merged.
Curvature attention_curvature(const Problem& problem);

// The layout alone, without computing anything.
BlockLayout attention_layout(const Problem& problem);

}  // namespace hessianscope
