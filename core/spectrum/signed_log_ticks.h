// Where a signed-log axis (histogram.h) carries ticks, and what they say.
//
//   const SignedLogTicks ticks = signed_log_ticks(axis, low, high, 7);
//   for (const SignedLogTick& tick : ticks.major) label(tick.position, tick.mantissa, ...);
#pragma once

#include <vector>

#include "core/spectrum/histogram.h"

namespace hessianscope {

// The value mantissa x 10^exponent at `position`, in axis coordinates. The mantissa carries the
// sign, 1 <= |mantissa| < 10, and is 0 for zero; it is a short decimal, exact to 15 digits.
struct SignedLogTick {
  double position = 0;
  double mantissa = 0;
  int exponent = 0;
  double value() const;
};

struct SignedLogTicks {
  std::vector<SignedLogTick> major;  // to be labelled; ascending
  std::vector<double> minor;         // positions of the ticks between, ascending
};

// Ticks within low .. high. Where at least two decades are in sight: zero and decades of both signs
// (from the threshold up), thinned to every s-th exponent, alike on both sides and independent of
// the range's place, so that panning moves ticks without choosing others; minor ticks are the
// decades left out, or 2 .. 9 times each decade when none is. Where fewer are in sight, zoomed in:
// multiples of 1, 2 or 5 times a power of ten. At most `most` major ticks, most >= 3; low < high,
// both finite, or Error.
SignedLogTicks signed_log_ticks(const SignedLogAxis& axis, double low, double high, int most);

}  // namespace hessianscope
