// What a scenario costs before anything is started, and what this machine can hold.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "core/data/problem.h"

namespace hessianscope {

struct Cost {
  std::array<Index, 2> parameters{};  // P of attention and MLP
  std::uint64_t bytes = 0;            // peak memory of workspaces and factors
  std::uint64_t factor_bytes = 0;     // of the factors alone, all that block norms need
  double seconds = 0;                 // rough time to the exact spectra
};

// Reads sizes only; computes nothing.
Cost estimate_cost(const Problem& problem);

// Bytes the program may use: three quarters of the machine's memory, or of the control group's.
std::uint64_t memory_limit();

// Empty when it fits; otherwise one sentence with P, the memory needed and the memory allowed.
std::string refusal(const Cost& cost, std::uint64_t limit);

// How many threads the core's parallel loops run on.
int thread_count();

// "768", "1.5 GB", "40 ms": numbers a person reads.
std::string format_bytes(std::uint64_t bytes);
std::string format_duration(double seconds);

}  // namespace hessianscope
