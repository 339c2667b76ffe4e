// Hyper-dual numbers: second derivatives to rounding error, without a step size.
//
// x = value + e1 E1 + e2 E2 + e12 E1 E2 with E1^2 = E2^2 = 0 (Fike and Alonso, AIAA 2011). With E1
// seeded on parameter j and E2 on parameter k, a result f carries e1 = df/dj, e2 = df/dk and
// e12 = d2f/dj dk. Every operation below is the Taylor expansion written out, nothing more.
#pragma once

#include <cmath>
#include <numbers>

namespace hessianscope::oracle {

struct HyperDual {
  double value = 0, e1 = 0, e2 = 0, e12 = 0;
  HyperDual() = default;
  HyperDual(double v) : value(v) {}  // implicit: constants mix freely with variables
  HyperDual(double v, double a, double b, double ab) : value(v), e1(a), e2(b), e12(ab) {}
};

// f(x) from f, f' and f'' at x.value.
inline HyperDual chain(const HyperDual& x, double f, double first, double second) {
  return {f, first * x.e1, first * x.e2, first * x.e12 + second * x.e1 * x.e2};
}

inline HyperDual operator+(const HyperDual& x, const HyperDual& y) {
  return {x.value + y.value, x.e1 + y.e1, x.e2 + y.e2, x.e12 + y.e12};
}
inline HyperDual operator-(const HyperDual& x, const HyperDual& y) {
  return {x.value - y.value, x.e1 - y.e1, x.e2 - y.e2, x.e12 - y.e12};
}
inline HyperDual operator-(const HyperDual& x) {
  return {-x.value, -x.e1, -x.e2, -x.e12};
}
inline HyperDual operator*(const HyperDual& x, const HyperDual& y) {
  return {x.value * y.value, x.value * y.e1 + x.e1 * y.value, x.value * y.e2 + x.e2 * y.value,
          x.value * y.e12 + x.e1 * y.e2 + x.e2 * y.e1 + x.e12 * y.value};
}
inline HyperDual operator/(const HyperDual& x, const HyperDual& y) {
  const double inverse = 1 / y.value;
  return x * chain(y, inverse, -inverse * inverse, 2 * inverse * inverse * inverse);
}
inline HyperDual& operator+=(HyperDual& x, const HyperDual& y) {
  return x = x + y;
}

inline HyperDual exp(const HyperDual& x) {
  const double f = std::exp(x.value);
  return chain(x, f, f, f);
}
inline HyperDual log(const HyperDual& x) {
  const double inverse = 1 / x.value;
  return chain(x, std::log(x.value), inverse, -inverse * inverse);
}
inline HyperDual tanh(const HyperDual& x) {
  const double f = std::tanh(x.value);
  const double first = 1 - f * f;
  return chain(x, f, first, -2 * f * first);
}
inline HyperDual erf(const HyperDual& x) {
  const double first = 2 / std::sqrt(std::numbers::pi) * std::exp(-x.value * x.value);
  return chain(x, std::erf(x.value), first, -2 * x.value * first);
}
// max(x, 0), with derivative 0 at exactly 0.
inline HyperDual relu(const HyperDual& x) {
  return x.value > 0 ? x : HyperDual(0);
}

}  // namespace hessianscope::oracle
