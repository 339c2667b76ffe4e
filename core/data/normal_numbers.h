// Counter-based standard normal numbers (Random123's Philox and Box-Muller): a number is a pure
// function of seed, stream and position. Scale sliders therefore never redraw, and a longer
// sequence keeps the tokens of the shorter one.
#pragma once

#include <cstdint>

namespace hessianscope {

// What is drawn; each purpose has a stream of its own so that none shifts another.
enum class Stream : std::uint32_t {
  Tokens,
  Targets,
  Labels,
  Digits,
  TokenEmbedding,
  PositionEmbedding,
  QueryWeights,
  KeyWeights,
  ValueWeights,
  MlpWeights,
};

// The normal number at (major, minor) of a stream, say (token, coordinate).
double normal_number(std::int64_t seed, Stream stream, std::uint32_t major, std::uint32_t minor);

// A uniform integer in 0 .. bound-1 at (major, minor); bound >= 1.
std::uint32_t uniform_integer(std::int64_t seed, Stream stream, std::uint32_t major,
                              std::uint32_t minor, std::uint32_t bound);

}  // namespace hessianscope
