#include "ui/controls/slider_scale.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace hessianscope {
namespace {

constexpr int kStopsPerDecade = 200;
constexpr int kArrowsPerDecade = 20;

double rounded(double value, int digits) {
  char buffer[64];
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, value,
                                 std::chars_format::scientific, digits - 1)
                       .ptr;
  std::from_chars(buffer, end, value);
  return value;
}

// The number with the fewest digits within half a stop of `value`.
double simplest_near(double value) {
  const double half_stop = std::pow(10.0, 0.5 / kStopsPerDecade);
  for (int digits = 1; digits <= 4; ++digits) {
    const double candidate = rounded(value, digits);
    if (candidate < value * half_stop && candidate > value / half_stop) return candidate;
  }
  return value;
}

}  // namespace

SliderScale::SliderScale(const Field& field)
    : logarithmic_(field.logarithmic),
      integer_(field.kind == FieldKind::Integer),
      legal_minimum_(field.minimum),
      legal_maximum_(field.maximum),
      minimum_(field.slider_minimum),
      maximum_(field.slider_maximum) {
  if (logarithmic_) {
    add_logarithmic_stops();
  } else {
    const double step = integer_ ? 1 : (maximum_ - minimum_) / 1000;
    for (double stop = minimum_; stop < maximum_ + step / 2; stop += step) stops_.push_back(stop);
  }
  if (logarithmic_ && !integer_) {
    arrow_stops_ = kStopsPerDecade / kArrowsPerDecade;
    page_stops_ = kStopsPerDecade / 2;
  } else {
    page_stops_ = std::max(1, count() / 10);
  }
}

void SliderScale::add_logarithmic_stops() {
  const double first = std::log10(minimum_), last = std::log10(maximum_);
  const int steps = std::max(1, static_cast<int>(std::lround((last - first) * kStopsPerDecade)));
  for (int step = 0; step <= steps; ++step) {
    const double exact = std::pow(10.0, first + (last - first) * step / steps);
    const double stop = integer_ ? std::round(exact) : simplest_near(exact);
    if (stops_.empty() || stop > stops_.back()) stops_.push_back(stop);
  }
}

int SliderScale::position(double value) const {
  const auto above = std::lower_bound(stops_.begin(), stops_.end(), value);
  if (above == stops_.begin()) return 0;
  if (above == stops_.end()) return count() - 1;
  const double high = *above, low = *(above - 1);
  const bool nearer_low = logarithmic_ ? value * value < low * high : value - low < high - value;
  return static_cast<int>(above - stops_.begin()) - (nearer_low ? 1 : 0);
}

double SliderScale::stepped(double value, int steps) const {
  double next = value;
  if (integer_) {
    next = value + steps;
  } else if (!logarithmic_) {
    next = value + steps * (maximum_ - minimum_) / 100;
  } else if (value < minimum_) {  // zero has no decade to move within
    next = steps > 0 ? minimum_ : value;
  } else {
    next = simplest_near(value * std::pow(10.0, static_cast<double>(steps) / kArrowsPerDecade));
  }
  return std::clamp(next, legal_minimum_, legal_maximum_);
}

}  // namespace hessianscope
