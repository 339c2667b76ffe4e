// The numbers that stand beside the plots, as tables: shown, painted and copied from one source.
#pragma once

#include <QString>
#include <optional>
#include <vector>

#include "core/live/snapshot.h"

namespace hessianscope {

struct Number {
  std::optional<double> value;  // none: not defined for this model, or not computed yet
  bool outdated = false;        // belongs to older data, newer is being computed
  bool operator==(const Number&) const = default;
};

struct NumberTable {
  struct Row {
    QString label;     // "λ max"
    QString latex;     // "$\lambda_{\max}$"
    QString glossary;  // entry of the glossary that explains it
    std::vector<Number> numbers;
  };
  std::vector<QString> columns;  // of the numbers; the labels have none
  std::vector<Row> rows;
};

// Loss, extreme eigenvalues, signs, trace, effective rank and norms, one column per model, for the
// part that `picture` views. `spectra` may be older than `picture`, or null.
NumberTable summary_table(const Snapshot& picture, const Snapshot* spectra);

// Every block pair of the upper triangle: Frobenius norm, and root mean square per entry, since
// blocks differ in size.
NumberTable norm_table(const Snapshot& picture, Model model);

// As shown: four significant digits, counts in full, "–" where there is none.
QString shown_text(const Number& number);

// The whole table with exact digits.
QString to_csv(const NumberTable& table);
QString to_latex(const NumberTable& table);

}  // namespace hessianscope
