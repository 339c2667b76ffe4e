// The Hessian of a self-attention layer from closed forms (Ormaniec, Dangel, Singh, ICLR 2025),
// any kernel, any mask, separate or merged query-key weights, batches of sequences.
//
// Per token i with loss gradient r_i and loss curvature Lambda_i, with t, m_i and q_i of
// attention_forward.h, and A_i, N_i (outer and functional), C_i and b_i of attention_factors.h, the
// entry of a block for parameters (p, q) and (p', q') is a sum over tokens of
//
//   block    outer part                          functional part
//   Q Q      x[p] x[p'] (W_K^T N W_K)[q, q']     the same with its own N
//   K K      q[q] q[q'] N[p, p']                 the same with its own N
//   Q K      x[p] q[q'] (W_K^T N)[q, p']         the same with its own N, + B[p, p'] where q = q'
//   Q V      x[p] m[p'] (W_K^T A Lambda)[q, q']  x[p] r[q'] (t W_K^T C)[q, p']
//   K V      q[q] m[p'] (A Lambda)[p, q']        q[q] r[q'] (t C)[p, p']
//   V V      m[p] m[p'] Lambda[q, q']            0
//   QK QK    x[p] x[p'] N[q, q']                 the same with its own N
//   QK V     x[p] m[p'] (A Lambda)[q, q']        x[p] r[q'] (t C)[q, p']
//
// with B = sum_i x_i b_i^T. What is zero for every input (the functional part of V V; for the
// linear kernel also of Q Q and K K) has no factors at all.
#pragma once

#include "core/curvature/curvature.h"
#include "core/data/problem.h"

namespace hessianscope {

// Blocks W_Q, W_K, W_V, or W_QK, W_V when merged. Equal for any number of threads.
Curvature attention_curvature(const Problem& problem);

// The layout alone, without computing anything.
BlockLayout attention_layout(const Problem& problem);

}  // namespace hessianscope
