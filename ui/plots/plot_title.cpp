#include "ui/plots/plot_title.h"

#include <QFontMetrics>
#include <QPainter>

namespace hessianscope {

void paint_title(QPainter& painter, const QRect& line, const PlotTitle& title,
                 const PlotTheme& theme) {
  const QFont bold = figure_font(13, QFont::Bold), plain = figure_font(11);
  const QFontMetrics bold_metrics(bold), plain_metrics(plain);
  const int gap = 10;
  const int baseline = line.top() + (line.height() + bold_metrics.capHeight()) / 2;
  int left = line.left(), right = line.right();

  painter.setFont(bold);
  painter.setPen(title.hue);
  painter.drawText(left, baseline, title.name);
  left += bold_metrics.horizontalAdvance(title.name) + gap;

  painter.setFont(plain);
  if (!title.mark.isEmpty()) {
    const int width = plain_metrics.horizontalAdvance(title.mark);
    painter.setPen(title.mark_colour);
    painter.drawText(right - width, baseline, title.mark);
    right -= width + gap;
  }
  painter.setPen(theme.muted);
  painter.drawText(left, baseline,
                   plain_metrics.elidedText(title.detail, Qt::ElideRight, right - left));
}

}  // namespace hessianscope
