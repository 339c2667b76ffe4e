#include "ui/plots/block_labels.h"

#include <QFontMetrics>
#include <QPainter>
#include <algorithm>

#include "ui/plots/plot_text.h"

namespace hessianscope {
namespace {

constexpr int kStrip = 4;     // thickness of the coloured strips
constexpr int kStripGap = 2;  // between strip and matrix

// One side of the matrix: entries begin .. end - 1 over `length` pixels from `start`.
struct Side {
  Index begin, end;
  int start, length;
  int pixel(Index entry) const {
    const double share = static_cast<double>(entry - begin) / static_cast<double>(end - begin);
    return start + qRound(share * length);
  }
};

// The part of one block that a side shows, in pixels; empty when from == to.
struct Extent {
  int from, to;
};

Extent extent(const Side& side, const Block& block) {
  const Index first = std::clamp(block.offset, side.begin, side.end);
  const Index last = std::clamp(block.offset + block.size(), side.begin, side.end);
  return {side.pixel(first), side.pixel(last)};
}

// True where every entry of a side has room for text of this extent.
bool has_room(const Side& side, int text_extent) {
  return (side.end - side.begin) * text_extent <= side.length;
}

QString place_text(const BlockLayout& layout, Index entry) {
  const Parameter place = layout.locate(entry);
  return QString("%1,%2").arg(place.row).arg(place.column);
}

}  // namespace

void paint_block_labels(QPainter& painter, const QRect& matrix, const BlockLayout& layout,
                        const EntryWindow& window, const PlotTheme& theme) {
  const Side rows{window.row_begin, window.row_end, matrix.top(), matrix.height()};
  const Side columns{window.column_begin, window.column_end, matrix.left(), matrix.width()};
  const QFont name_font = figure_font(13, QFont::Bold), place_font = figure_font(9);
  const QFontMetrics metrics(place_font);
  const bool row_places = has_room(rows, metrics.height());
  const bool column_places = has_room(columns, metrics.horizontalAdvance("00,00") + 4);
  const int strip_left = matrix.left() - kStripGap - kStrip;
  const int strip_top = matrix.top() - kStripGap - kStrip;

  for (const Block& block : layout.blocks()) {
    const QColor colour = theme.block(block.name);
    const QString text = block_text(block.name);
    painter.setFont(name_font);
    painter.setPen(colour);
    if (const Extent side = extent(rows, block); side.to > side.from) {
      painter.fillRect(strip_left, side.from, kStrip, side.to - side.from, colour);
      if (side.from > matrix.top()) {
        painter.fillRect(strip_left, side.from - 1, matrix.right() + 1 - strip_left, 2,
                         theme.paper);
      }
      if (!row_places) {
        painter.drawText(QRect(strip_left - kBlockLabelWidth, side.from, kBlockLabelWidth - 5,
                               side.to - side.from),
                         Qt::AlignRight | Qt::AlignVCenter | Qt::TextDontClip, text);
      }
    }
    if (const Extent side = extent(columns, block); side.to > side.from) {
      painter.fillRect(side.from, strip_top, side.to - side.from, kStrip, colour);
      if (side.from > matrix.left()) {
        painter.fillRect(side.from - 1, strip_top, 2, matrix.bottom() + 1 - strip_top, theme.paper);
      }
      if (!column_places) {
        painter.drawText(QRect(side.from, strip_top - kBlockLabelHeight, side.to - side.from,
                               kBlockLabelHeight - 3),
                         Qt::AlignHCenter | Qt::AlignBottom | Qt::TextDontClip, text);
      }
    }
  }

  painter.setFont(place_font);
  const auto colour_of = [&](Index entry) {
    return theme.block(layout[layout.locate(entry).block].name);
  };
  for (Index row = rows.begin; row_places && row < rows.end; ++row) {
    const int from = rows.pixel(row);
    painter.setPen(colour_of(row));
    painter.drawText(QRect(strip_left - kBlockLabelWidth, from, kBlockLabelWidth - 4,
                           rows.pixel(row + 1) - from),
                     Qt::AlignRight | Qt::AlignVCenter | Qt::TextDontClip, place_text(layout, row));
  }
  for (Index column = columns.begin; column_places && column < columns.end; ++column) {
    const int from = columns.pixel(column);
    painter.setPen(colour_of(column));
    painter.drawText(QRect(from, strip_top - kBlockLabelHeight, columns.pixel(column + 1) - from,
                           kBlockLabelHeight - 3),
                     Qt::AlignHCenter | Qt::AlignBottom | Qt::TextDontClip,
                     place_text(layout, column));
  }
}

}  // namespace hessianscope
