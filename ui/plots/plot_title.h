// The line above every plot: whose data it is and which parameters it has.
#pragma once

#include <QColor>
#include <QRect>
#include <QString>

#include "ui/plots/plot_theme.h"

class QPainter;

namespace hessianscope {

inline constexpr int kTitleHeight = 26;

struct PlotTitle {
  QString name;    // bold, in the hue
  QString detail;  // shortened by an ellipsis where it does not fit
  QString mark;    // at the right end: "exact"
  QColor hue, mark_colour;
};

void paint_title(QPainter& painter, const QRect& line, const PlotTitle& title,
                 const PlotTheme& theme);

}  // namespace hessianscope
