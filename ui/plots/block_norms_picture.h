// The Frobenius norms of every block pair of both models, in all three parts: marks on one
// logarithmic axis with the numbers beside them, and the root mean square per entry, since blocks
// differ in size. Exact zeros stand in a lane of their own at the left, written 0.
#pragma once

#include <QRect>

#include "core/live/snapshot.h"

class QPainter;

namespace hessianscope {

// The powers of ten that hold every non-zero norm of both models; -1 .. 0 without any.
struct NormAxis {
  int low = -1, high = 0;
  double share(double norm) const;  // place between low and high, 0 .. 1
};
NormAxis norm_axis(const Snapshot& snapshot);

// Needs a snapshot with norms.
void paint_block_norms(QPainter& painter, const QRect& place, const Snapshot& snapshot,
                       Theme theme);

}  // namespace hessianscope
