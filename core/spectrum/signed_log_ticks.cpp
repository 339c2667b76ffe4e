#include "core/spectrum/signed_log_ticks.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>

#include "core/error.h"

namespace hessianscope {
namespace {

using Ticks = std::vector<SignedLogTick>;

constexpr int kLargestExponent = 308;
// A label needs this share of the room that an even spread of labels would give it.
constexpr double kLabelRoom = 0.6;

struct View {
  SignedLogAxis axis;
  double low = -1, high = 1;
  int most = 3;
  int first_exponent() const {
    // The threshold is a power of ten up to rounding.
    return static_cast<int>(std::ceil(std::log10(axis.threshold) - 1e-9));
  }
  bool shows(double position) const { return low <= position && position <= high; }
  SignedLogTick tick(double mantissa, int exponent) const {
    SignedLogTick result{0, mantissa, exponent};
    result.position = axis.forward(result.value());
    return result;
  }
};

// Visible ticks at the given mantissas of every `stride`-th exponent of both signs, ascending.
Ticks at_decades(const View& view, const std::vector<double>& mantissas, int stride) {
  Ticks ticks;
  for (int exponent = view.first_exponent(); exponent <= kLargestExponent; ++exponent) {
    if (exponent % stride != 0) continue;
    for (const double mantissa : mantissas) {
      for (const double sign : {-1.0, 1.0}) {
        const SignedLogTick tick = view.tick(sign * mantissa, exponent);
        if (view.shows(tick.position)) ticks.push_back(tick);
      }
    }
  }
  std::sort(ticks.begin(), ticks.end(), [](const SignedLogTick& left, const SignedLogTick& right) {
    return left.position < right.position;
  });
  return ticks;
}

// The same with zero, which keeps its neighbours at a distance.
Ticks with_zero(const View& view, Ticks ticks) {
  if (!view.shows(0)) return ticks;
  const double room = kLabelRoom * (view.high - view.low) / view.most;
  std::erase_if(ticks, [&](const SignedLogTick& tick) { return std::abs(tick.position) < room; });
  const auto place = std::find_if(ticks.begin(), ticks.end(),
                                  [](const SignedLogTick& tick) { return tick.position > 0; });
  ticks.insert(place, SignedLogTick{});
  return ticks;
}

std::vector<double> positions_between(const Ticks& all, const Ticks& major) {
  std::vector<double> result;
  for (const SignedLogTick& tick : all) {
    const bool labelled = std::any_of(major.begin(), major.end(), [&](const SignedLogTick& other) {
      return other.position == tick.position;
    });
    if (!labelled) result.push_back(tick.position);
  }
  return result;
}

SignedLogTicks thinned_decades(const View& view) {
  const int spaces = std::max(view.most - 2, 1);
  int stride = std::max(1, static_cast<int>(std::ceil((view.high - view.low) / spaces)));
  Ticks major = with_zero(view, at_decades(view, {1}, stride));
  while (static_cast<int>(major.size()) > view.most)
    major = with_zero(view, at_decades(view, {1}, ++stride));
  const Ticks all =
      stride > 1 ? at_decades(view, {1}, 1) : at_decades(view, {1, 2, 3, 4, 5, 6, 7, 8, 9}, 1);
  std::vector<double> minor = positions_between(all, major);
  return {std::move(major), std::move(minor)};
}

// number x 10^exponent as mantissa and exponent.
SignedLogTick normalized(const View& view, std::int64_t number, int exponent) {
  if (number == 0) return {};
  std::int64_t power = 1;
  for (; std::abs(number) / power >= 10; power *= 10) ++exponent;
  return view.tick(static_cast<double>(number) / static_cast<double>(power), exponent);
}

// Multiples of 1, 2 or 5 times a power of ten, a quarter or fifth of the step between them.
SignedLogTicks multiples(const View& view) {
  const double low = view.axis.inverse(view.low), high = view.axis.inverse(view.high);
  const double step = (high - low) / (view.most - 1);
  const double exponent = std::floor(std::log10(step));
  const double lead = step / std::pow(10.0, exponent);
  const int digit = lead <= 1 ? 1 : lead <= 2 ? 2 : lead <= 5 ? 5 : 10;
  const double unit = std::pow(10.0, exponent);
  // Multiples that a double cannot count any more, or an end beyond the largest double.
  constexpr double kCountable = 1e14;
  if (!(std::max(std::abs(low), std::abs(high)) / unit < kCountable) || unit == 0) return {};

  SignedLogTicks result;
  const std::int64_t parts = digit == 2 ? 4 : 5;
  const double fine = unit * digit / static_cast<double>(parts);
  const auto first = static_cast<std::int64_t>(std::ceil(low / fine));
  const auto last = static_cast<std::int64_t>(std::floor(high / fine));
  for (std::int64_t i = first; i <= last; ++i) {
    const SignedLogTick tick =
        i % parts == 0 ? normalized(view, i / parts * digit, static_cast<int>(exponent))
                       : SignedLogTick{view.axis.forward(static_cast<double>(i) * fine), 0, 0};
    if (!view.shows(tick.position)) continue;
    if (i % parts == 0)
      result.major.push_back(tick);
    else
      result.minor.push_back(tick.position);
  }
  return result;
}

}  // namespace

double SignedLogTick::value() const {
  // In two steps below the normal range, where a power of ten of its own would have no digits.
  return exponent < -300 ? mantissa * 1e-300 * std::pow(10.0, exponent + 300)
                         : mantissa * std::pow(10.0, exponent);
}

SignedLogTicks signed_log_ticks(const SignedLogAxis& axis, double low, double high, int most) {
  if (most < 3) throw Error("an axis needs room for at least 3 ticks, not " + std::to_string(most));
  if (!(low < high) || !std::isfinite(high - low))
    throw Error("an axis needs a finite range that rises, low < high");
  const View view{axis, low, high, most};
  constexpr std::size_t kEnough = 3;
  if (with_zero(view, at_decades(view, {1}, 1)).size() >= kEnough) return thinned_decades(view);
  Ticks fractions = with_zero(view, at_decades(view, {1, 2, 5}, 1));
  if (fractions.size() >= kEnough && fractions.size() <= static_cast<std::size_t>(most)) {
    std::vector<double> minor =
        positions_between(at_decades(view, {1, 2, 3, 4, 5, 6, 7, 8, 9}, 1), fractions);
    return {std::move(fractions), std::move(minor)};
  }
  return multiples(view);
}

}  // namespace hessianscope
