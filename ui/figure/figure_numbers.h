// The numbers that stand beside the plots, as text: the same in window and figures.
#pragma once

#include <QString>
#include <array>
#include <vector>

#include "core/live/snapshot.h"

namespace hessianscope {

struct NumberRow {
  QString label;
  std::array<QString, 2> text;  // by Model
  QString help;                 // one sentence with the formula
};

// Loss, extreme eigenvalues, negative share, trace, effective rank and the ratio of value to
// query curvature, of the part the snapshot's view names. What needs a spectrum is "…" while
// there is none, and what a model has not is "–".
std::vector<NumberRow> number_rows(const Snapshot& snapshot);

}  // namespace hessianscope
