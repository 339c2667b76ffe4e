// The names of weight matrices along the edges of a heatmap, and the lines between them.
#pragma once

#include <QRect>

#include "core/curvature/block_layout.h"
#include "core/curvature/heatmap.h"
#include "ui/plots/plot_theme.h"

class QPainter;

namespace hessianscope {

// Room the names need beside and above the matrix.
inline constexpr int kBlockLabelWidth = 34, kBlockLabelHeight = 22;

// Names and coloured strips at the left and upper edge of `matrix`, a rectangle that shows the
// entries of `window`, and lines through it where blocks meet. Where single entries are large
// enough, their places in the weight matrix stand beside them instead.
void paint_block_labels(QPainter& painter, const QRect& matrix, const BlockLayout& layout,
                        const EntryWindow& window, const PlotTheme& theme);

}  // namespace hessianscope
