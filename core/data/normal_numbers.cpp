#include "core/data/normal_numbers.h"

#include <Random123/philox.h>
#include <Random123/boxmuller.hpp>

namespace hessianscope {
namespace {

// The 128 random bits at a position of a row, as two words.
std::pair<std::uint64_t, std::uint64_t> random_words(const StreamRow& row, std::uint32_t position) {
  const auto seed = static_cast<std::uint64_t>(row.seed);
  const r123::Philox4x32::key_type key = {
      {static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32)}};
  const r123::Philox4x32::ctr_type counter = {
      {position, row.second, row.first, static_cast<std::uint32_t>(row.stream)}};
  const r123::Philox4x32::ctr_type bits = r123::Philox4x32{}(counter, key);
  const auto word = [&](std::size_t i) {
    return std::uint64_t{bits[i]} | (std::uint64_t{bits[i + 1]} << 32);
  };
  return {word(0), word(2)};
}

}  // namespace

void fill_normal(const StreamRow& row, std::span<double> out) {
  for (std::size_t i = 0; i < out.size(); i += 2) {
    const auto [angle, radius] = random_words(row, static_cast<std::uint32_t>(i / 2));
    const r123::double2 pair = r123::boxmuller(angle, radius);
    out[i] = pair.x;
    if (i + 1 < out.size()) out[i + 1] = pair.y;
  }
}

std::uint32_t uniform_integer(const StreamRow& row, std::uint32_t bound) {
  const std::uint64_t high = random_words(row, 0).first >> 32;
  return static_cast<std::uint32_t>((high * bound) >> 32);
}

}  // namespace hessianscope
