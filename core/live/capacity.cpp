#include "core/live/capacity.h"

#include <omp.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <fstream>

#include "core/attention/attention_curvature.h"
#include "core/loss/token_loss.h"
#include "core/mlp/mlp_curvature.h"

namespace hessianscope {
namespace {

// Two stored parts and the solver's workspace; of each little more than the upper triangle is
// ever touched, but the allocation is for all of it.
constexpr double kMatrices = 3;

// Multiply-adds per second of one core, low enough to hold on a laptop: exact spectra run on one
// core a model, assembly on all.
constexpr double kRate = 1e10;

// The numbers one token leaves behind in the factors of all block pairs of a layout, both parts:
// each pair keeps a small matrix over the output indices and one over input x output.
double factor_numbers(const BlockLayout& layout) {
  double numbers = 0;
  for (Index row = 0; row < layout.count(); ++row)
    for (Index column = row; column < layout.count(); ++column) {
      const double n = static_cast<double>(layout[row].rows),
                   k = static_cast<double>(layout[row].columns);
      const double n2 = static_cast<double>(layout[column].rows),
                   k2 = static_cast<double>(layout[column].columns);
      numbers += 2 * (k * k2 + std::max(k * n2, n * k2) + n * n2);
    }
  return numbers;
}

std::string digits(double value, int precision) {
  std::array<char, 64> buffer;
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,
                                 std::chars_format::fixed, precision);
  return {buffer.data(), end.ptr};
}

// Three significant digits, without an exponent: "1.52", "15.2", "152".
std::string three_digits(double value) {
  return digits(value, value < 9.995 ? 2 : value < 99.95 ? 1 : 0);
}

}  // namespace

Cost estimate_cost(const Problem& problem) {
  const std::array<BlockLayout, 2> layouts = {attention_layout(problem), mlp_layout(problem)};
  const double tokens = static_cast<double>(weighted_tokens(problem).size());
  Cost cost;
  double matrices = 0, factors = 0, largest = 0, assembly = 0;
  for (std::size_t model = 0; model < layouts.size(); ++model) {
    cost.parameters[model] = layouts[model].parameters();
    const double size = static_cast<double>(cost.parameters[model]);
    matrices += kMatrices * size * size;
    factors += tokens * factor_numbers(layouts[model]);
    largest = std::max(largest, size);
    assembly += size * size * tokens;
  }
  cost.bytes = static_cast<std::uint64_t>((matrices + factors) * sizeof(double));
  cost.factor_bytes = static_cast<std::uint64_t>(factors * sizeof(double));
  cost.seconds = (2.0 / 3.0 * largest * largest * largest + assembly) / kRate;
  return cost;
}

std::uint64_t memory_limit() {
  const auto pages = static_cast<std::uint64_t>(std::max(0L, sysconf(_SC_PHYS_PAGES)));
  const auto page = static_cast<std::uint64_t>(std::max(0L, sysconf(_SC_PAGESIZE)));
  std::uint64_t bytes = pages * page;
  std::uint64_t group = 0;
  if (std::ifstream("/sys/fs/cgroup/memory.max") >> group && group > 0)
    bytes = std::min(bytes, group);
  return bytes / 4 * 3;
}

std::string refusal(const Cost& cost, std::uint64_t limit) {
  if (cost.bytes <= limit) return {};
  return "the Hessians of P = " + std::to_string(cost.parameters[0]) + " (attention) and " +
         std::to_string(cost.parameters[1]) + " (MLP) parameters need " + format_bytes(cost.bytes) +
         " of memory and about " + format_duration(cost.seconds) + "; this machine allows " +
         format_bytes(limit) + ": a smaller attention.d_model, attention.d_key, mlp.width or " +
         "fewer tokens would fit";
}

int thread_count() {
  return omp_get_max_threads();
}

std::string format_bytes(std::uint64_t bytes) {
  constexpr std::array<const char*, 5> kUnits = {"bytes", "KB", "MB", "GB", "TB"};
  if (bytes < 1000) return std::to_string(bytes) + " bytes";
  double value = static_cast<double>(bytes);
  std::size_t unit = 0;
  while (value >= 999.5 && unit + 1 < kUnits.size()) {
    value /= 1000;
    ++unit;
  }
  return three_digits(value) + " " + kUnits[unit];
}

std::string format_duration(double seconds) {
  if (seconds < 0.9995) return three_digits(std::max(0.0, seconds * 1e3)) + " ms";
  if (seconds < 119.5) return three_digits(seconds) + " s";
  if (seconds < 119.5 * 60) return three_digits(seconds / 60) + " min";
  return three_digits(seconds / 3600) + " h";
}

}  // namespace hessianscope
