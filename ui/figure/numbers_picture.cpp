#include "ui/figure/numbers_picture.h"

#include <QPainter>
#include <algorithm>

#include "ui/figure/number_table.h"
#include "ui/plots/plot_text.h"
#include "ui/plots/plot_theme.h"
#include "ui/plots/plot_title.h"

namespace hessianscope {
namespace {

constexpr int kRowHeight = 20, kTableGap = 12, kBlockName = 26;

// Scalars, one column for each model. Returns where the table ends.
int paint_scalars(QPainter& painter, const QRect& place, const Snapshot& snapshot,
                  const PlotTheme& theme) {
  const int label_width = place.width() - 2 * 88;
  const auto column = [&](Model model, int top) {
    const int left = place.left() + label_width + (model == Model::Attention ? 0 : 88);
    return QRect(left, top, 88, kRowHeight);
  };
  int top = place.top();
  painter.setFont(figure_font(11, QFont::Bold));
  painter.setPen(theme.attention);
  painter.drawText(column(Model::Attention, top), Qt::AlignRight | Qt::AlignVCenter, "Attention");
  painter.setPen(theme.mlp);
  painter.drawText(column(Model::Mlp, top), Qt::AlignRight | Qt::AlignVCenter, "MLP");
  top += kRowHeight;
  painter.fillRect(place.left(), top - 1, place.width(), 1, theme.line);
  painter.setFont(figure_font(11));
  for (const NumberTable::Row& row : summary_table(snapshot, &snapshot).rows) {
    painter.setPen(theme.muted);
    painter.drawText(QRect(place.left(), top, label_width, kRowHeight),
                     Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip, row.label);
    painter.setPen(theme.text);
    for (const Model model : kModels) {
      painter.drawText(column(model, top), Qt::AlignRight | Qt::AlignVCenter,
                       shown_text(row.numbers[static_cast<std::size_t>(model)]));
    }
    top += kRowHeight;
  }
  return top;
}

// The norms of one model: a line of Frobenius norms and below it, muted, the root mean squares
// per entry, for each row of blocks. Returns where the table ends.
int paint_norms(QPainter& painter, const QRect& place, const Snapshot& snapshot, Model model,
                const PlotTheme& theme) {
  const ModelSnapshot& data = snapshot.of(model);
  const Part part = snapshot.problem->scenario.view.part;
  const BlockLayout& layout = data.curvature->layout();
  const int count = static_cast<int>(layout.count());
  const int width = std::min(82, (place.width() - kBlockName) / count);
  const int digits = count <= 4 ? 3 : 2;
  const double pixels = count <= 4 ? 11 : 9;
  const int norm_height = count <= 4 ? 16 : 13, mean_height = count <= 4 ? 14 : 11;
  const auto cell = [&](int column, int top, int height) {
    return QRect(place.right() + 1 - (count - column) * width, top, width, height);
  };

  int top = place.top();
  painter.setFont(figure_font(11, QFont::Bold));
  painter.setPen(theme.of(model));
  painter.drawText(QRect(place.left(), top, place.width(), kRowHeight),
                   Qt::AlignLeft | Qt::AlignVCenter, QString("‖%1‖ by block").arg(part_text(part)));
  painter.setFont(figure_font(10));
  painter.setPen(theme.muted);
  painter.drawText(QRect(place.left(), top, place.width(), kRowHeight),
                   Qt::AlignRight | Qt::AlignVCenter, "below: rms per entry");
  top += kRowHeight;
  painter.fillRect(place.left(), top - 1, place.width(), 1, theme.line);
  painter.setFont(figure_font(11, QFont::Bold));
  for (int column = 0; column < count; ++column) {
    painter.setPen(theme.block(layout[column].name));
    painter.drawText(cell(column, top, 17), Qt::AlignRight | Qt::AlignVCenter,
                     block_text(layout[column].name));
  }
  top += 17;
  for (int row = 0; row < count; ++row) {
    painter.setFont(figure_font(11, QFont::Bold));
    painter.setPen(theme.block(layout[row].name));
    painter.drawText(QRect(place.left(), top, kBlockName, norm_height),
                     Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip,
                     block_text(layout[row].name));
    for (int column = 0; column < count; ++column) {
      painter.setFont(figure_font(pixels));
      painter.setPen(theme.text);
      painter.drawText(cell(column, top, norm_height),
                       Qt::AlignRight | Qt::AlignVCenter | Qt::TextDontClip,
                       rounded_text(data.norms.of(part)(row, column), digits));
      painter.setFont(figure_font(pixels - 1));
      painter.setPen(theme.muted);
      painter.drawText(
          cell(column, top + norm_height, mean_height),
          Qt::AlignRight | Qt::AlignVCenter | Qt::TextDontClip,
          rounded_text(data.norms.root_mean_square(part, layout, row, column), digits));
    }
    top += norm_height + mean_height;
  }
  return top;
}

}  // namespace

void paint_numbers(QPainter& painter, const QRect& place, const Snapshot& snapshot, Theme theme) {
  const PlotTheme& colours = plot_theme(theme);
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing, false);
  QRect rest = place.adjusted(0, (kTitleHeight - kRowHeight) / 2, 0, 0);
  rest.setTop(paint_scalars(painter, rest, snapshot, colours) + kTableGap);
  for (const Model model : kModels) {
    rest.setTop(paint_norms(painter, rest, snapshot, model, colours) + kTableGap);
  }
  painter.restore();
}

}  // namespace hessianscope
