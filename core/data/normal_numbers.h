// Counter-based random numbers (Random123's Philox4x32-10 and Box-Muller): a number is a pure
// function of seed, stream and position. Scale sliders therefore never redraw, and a longer
// sequence keeps the tokens of the shorter one.
//
// The random bits are the same on every machine; a normal number passes through the C library's
// log, sin and cos, which may differ in the last bit between libraries.
#pragma once

#include <cstdint>
#include <span>

namespace hessianscope {

// What is drawn; each purpose has a stream of its own so that none shifts another. The numbers
// are part of what a seed means: never renumber them.
enum class Stream : std::uint32_t {
  Tokens = 0,
  Targets = 1,
  Labels = 2,
  Digits = 3,
  TokenEmbedding = 4,
  PositionEmbedding = 5,
  QueryWeights = 6,
  KeyWeights = 7,
  ValueWeights = 8,
  MlpWeights = 9,
};

// A row of numbers: (sequence, token), (0, row of a weight matrix), (layer, row) ...
struct StreamRow {
  std::int64_t seed = 0;
  Stream stream = Stream::Tokens;
  std::uint32_t first = 0, second = 0;
};

// Fills `out` with the first numbers N(0, 1) of the row; a longer `out` begins with the same ones.
void fill_normal(const StreamRow& row, std::span<double> out);

// The uniform integer in 0 .. bound-1 that belongs to the row; bound >= 1. Uneven by less than
// bound / 2^32.
std::uint32_t uniform_integer(const StreamRow& row, std::uint32_t bound);

}  // namespace hessianscope
