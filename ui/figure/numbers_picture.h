// The column of numbers of the overview: scalars of both models and tables of block norms.
#pragma once

#include <QRect>

#include "core/live/snapshot.h"

class QPainter;

namespace hessianscope {

// Width the column is laid out for.
inline constexpr int kNumbersWidth = 272;

// Needs a snapshot with norms.
void paint_numbers(QPainter& painter, const QRect& place, const Snapshot& snapshot, Theme theme);

}  // namespace hessianscope
