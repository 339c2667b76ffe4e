// Numbers as people type them: both decimal marks, exponents, the same in every locale.
//
//   read_typed("1e-3").value   // 0.001
//   read_typed("0,5").value    // 0.5
//   read_typed("1.000,5")      // no value, and the reason in one sentence
#pragma once

#include <QString>
#include <optional>

namespace hessianscope {

struct TypedNumber {
  std::optional<double> value;
  QString explanation;  // why there is no value; fit to be shown
};

// Digits with at most one decimal mark (dot or comma) and an optional exponent. Anything else,
// thousands separators included, is refused: guessing what they mean could be wrong by 1000.
TypedNumber read_typed(const QString& text);

}  // namespace hessianscope
