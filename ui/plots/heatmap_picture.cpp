#include "ui/plots/heatmap_picture.h"

#include <QPaintEngine>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "ui/plots/block_labels.h"
#include "ui/plots/plot_text.h"
#include "ui/plots/plot_title.h"

namespace hessianscope {
namespace {

constexpr int kBarGap = 14;
// What stands around the matrix.
constexpr int kLeft = kBlockLabelWidth + 6, kTop = kTitleHeight + kBlockLabelHeight + 6;
constexpr int kRight = kBarGap + kColourBarWidth, kBottom = 6;
// A vector picture has a whole number of pixels per entry, so that a last cell of fewer entries
// keeps its size, and many of them, since not every viewer leaves enlarged pixels sharp.
constexpr Index kEnoughPixels = 1024, kMostPixels = 4096;

int vector_pixels(Index entries) {
  const Index repeated = entries * ((kEnoughPixels + entries - 1) / entries);
  return static_cast<int>(std::min(repeated, kMostPixels));
}

EntryWindow clipped(const EntryWindow& window, Index parameters) {
  const auto clip = [parameters](Index& begin, Index& end) {
    begin = std::clamp<Index>(begin, 0, parameters - 1);
    end = std::clamp<Index>(end, begin + 1, parameters);
  };
  EntryWindow result = window;
  clip(result.row_begin, result.row_end);
  clip(result.column_begin, result.column_end);
  return result;
}

}  // namespace

void HeatmapPicture::set(const SnapshotPointer& snapshot, const ColourScale& scale,
                         const std::optional<EntryWindow>& window) {
  if (snapshot != snapshot_ || !(scale == scale_)) {
    snapshot_ = snapshot;
    scale_ = scale;
    image_ = {};
    unplaced_ = data() ? unplaced_cells(data()->heatmap, scale_) : UnplacedCells{};
  }
  set_window(window);
}

void HeatmapPicture::set_window(const std::optional<EntryWindow>& window) {
  if (window == window_) return;
  window_ = window;
  image_ = {};
}

const ModelSnapshot* HeatmapPicture::data() const {
  if (!snapshot_ || !snapshot_->problem || !snapshot_->of(model_).curvature) return nullptr;
  return &snapshot_->of(model_);
}

EntryWindow HeatmapPicture::window() const {
  const Index parameters = data() ? data()->curvature->parameters() : 1;
  return clipped(window_.value_or(whole_window(parameters)), parameters);
}

QRect HeatmapPicture::matrix(const QRect& place) {
  const int width = place.width() - kLeft - kRight;
  const int side = std::max(1, std::min(width, place.height() - kTop - kBottom));
  return {place.left() + kLeft + std::max(0, width - side) / 2, place.top() + kTop, side, side};
}

int HeatmapPicture::height_for(int width) {
  return width - kLeft - kRight + kTop + kBottom;
}

PlotTitle HeatmapPicture::title() const {
  const PlotTheme& theme = plot_theme(scale_.theme());
  PlotTitle title;
  title.hue = theme.of(model_);
  title.name = model_text(model_);
  if (data()) {
    title.name += "  " + part_text(part());
    title.detail = parameters_text(*snapshot_, model_);
  }
  return title;
}

void HeatmapPicture::paint(QPainter& painter, const QRect& place) {
  const PlotTheme& theme = plot_theme(scale_.theme());
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing, false);
  paint_title(painter, QRect(place.left(), place.top(), place.width(), kTitleHeight), title(),
              theme);
  const QRect square = matrix(place);
  if (!data()) {
    painter.setFont(figure_font(12));
    painter.setPen(theme.muted);
    painter.drawText(square, Qt::AlignCenter | Qt::TextWordWrap, "no data");
    painter.restore();
    return;
  }
  paint_matrix(painter, square);
  paint_block_labels(painter, square, data()->curvature->layout(), window(), theme);
  painter.setRenderHint(QPainter::Antialiasing, true);
  const QRect bar(square.right() + 1 + kBarGap, square.top(), kColourBarWidth, square.height());
  paint_colour_bar(painter, bar, scale_, unplaced_);
  painter.restore();
}

void HeatmapPicture::paint_matrix(QPainter& painter, const QRect& matrix) {
  const EntryWindow shown = window();
  QSize pixels(vector_pixels(shown.columns()), vector_pixels(shown.rows()));
  if (painter.paintEngine()->type() == QPaintEngine::Raster) {
    const QTransform device = painter.deviceTransform();
    pixels = {std::max(1, qRound(matrix.width() * device.m11())),
              std::max(1, qRound(matrix.height() * device.m22()))};
  }
  if (image_.size() != pixels) image_ = scale_.paint(data()->heatmap, shown, pixels);
  painter.setRenderHint(QPainter::SmoothPixmapTransform, false);
  painter.drawImage(matrix, image_);
}

std::optional<std::array<Index, 2>> HeatmapPicture::entry_at(const QRect& place,
                                                             QPointF point) const {
  if (!data()) return std::nullopt;
  const QRect square = matrix(place);
  const double x = (point.x() - square.left()) / square.width();
  const double y = (point.y() - square.top()) / square.height();
  if (!(x >= 0 && x < 1 && y >= 0 && y < 1)) return std::nullopt;
  const EntryWindow shown = window();
  const auto within = [](double share, Index count) {
    return std::min(static_cast<Index>(share * static_cast<double>(count)), count - 1);
  };
  return std::array<Index, 2>{shown.row_begin + within(y, shown.rows()),
                              shown.column_begin + within(x, shown.columns())};
}

QString HeatmapPicture::read_out(const QRect& place, QPointF point) const {
  const auto entry = entry_at(place, point);
  if (!entry) return {};
  const auto [row, column] = *entry;
  const Curvature& curvature = *data()->curvature;
  const BlockLayout& layout = curvature.layout();
  const std::string& row_name = layout[layout.locate(row).block].name;
  const std::string& column_name = layout[layout.locate(column).block].name;
  QString text =
      QString("%1   %2 × %3 = %4")
          .arg(block_pair_text(row_name, column_name), QString::fromStdString(layout.describe(row)),
               QString::fromStdString(layout.describe(column)),
               rounded_text(curvature.entry(part(), row, column), 6));
  const Heatmap& heatmap = data()->heatmap;
  const Index cell_row = (row - heatmap.window.row_begin) / heatmap.pooling;
  const Index cell_column = (column - heatmap.window.column_begin) / heatmap.pooling;
  const bool covered = row >= heatmap.window.row_begin && row < heatmap.window.row_end &&
                       column >= heatmap.window.column_begin && column < heatmap.window.column_end;
  if (heatmap.pooling > 1 && covered) {
    const std::size_t cell = static_cast<std::size_t>(cell_row * heatmap.columns + cell_column);
    text += "   largest here " + rounded_text(heatmap.value[cell], 4);
  }
  return text;
}

}  // namespace hessianscope
