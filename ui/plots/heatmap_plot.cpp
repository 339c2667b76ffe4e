#include "ui/plots/heatmap_plot.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

#include "ui/plots/plot_text.h"
#include "ui/plots/plot_theme.h"
#include "ui/plots/wheel.h"

namespace hessianscope {
namespace {

constexpr double kDragThreshold = 4;  // pixels before a press becomes a drag

// The interval of `length` entries that keeps the entry at `share` of begin .. end in place,
// moved inside 0 .. count.
void resize_side(Index& begin, Index& end, double factor, double share, Index count) {
  const Index before = end - begin;
  Index length = static_cast<Index>(std::llround(static_cast<double>(before) * factor));
  if (factor < 1) length = std::min(length, before - 1);
  if (factor > 1) length = std::max(length, before + 1);
  length = std::clamp<Index>(length, 1, count);
  const double fixed = static_cast<double>(begin) + share * static_cast<double>(before);
  const Index wanted =
      static_cast<Index>(std::llround(fixed - share * static_cast<double>(length)));
  begin = std::clamp<Index>(wanted, 0, count - length);
  end = begin + length;
}

void move_side(Index& begin, Index& end, Index by, Index count) {
  const Index step = std::clamp<Index>(by, -begin, count - end);
  begin += step;
  end += step;
}

}  // namespace

HeatmapPlot::HeatmapPlot(Model model, QWidget* parent)
    : QWidget(parent), model_(model), picture_(model) {
  setMouseTracking(true);
  setFocusPolicy(Qt::StrongFocus);
  setAttribute(Qt::WA_OpaquePaintEvent);
  setAccessibleName(model_text(model) + " Hessian heatmap");
}

void HeatmapPlot::show_snapshot(const SnapshotPointer& snapshot, const ColourScale& scale,
                                const std::optional<EntryWindow>& window) {
  window_ = window;
  picture_.set(snapshot, scale, window);
  update();
}

void HeatmapPlot::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const PlotTheme& theme = plot_theme(picture_.theme());
  painter.fillRect(rect(), theme.paper);
  picture_.paint(painter, rect());
  if (hasFocus()) {
    painter.setPen(theme.of(model_));
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
  }
}

void HeatmapPlot::ask_for(EntryWindow window) {
  const Index parameters = picture_.data()->curvature->parameters();
  std::optional<EntryWindow> wanted = window;
  if (window == whole_window(parameters)) wanted.reset();
  if (wanted == window_) return;
  window_ = wanted;
  picture_.set_window(wanted);
  update();
  emit window_wanted(wanted);
}

void HeatmapPlot::show_whole() {
  if (!picture_.empty()) ask_for(whole_window(picture_.data()->curvature->parameters()));
}

void HeatmapPlot::zoom(double factor, double row_share, double column_share) {
  if (picture_.empty()) return;
  const Index parameters = picture_.data()->curvature->parameters();
  EntryWindow window = picture_.window();
  resize_side(window.row_begin, window.row_end, factor, row_share, parameters);
  resize_side(window.column_begin, window.column_end, factor, column_share, parameters);
  ask_for(window);
}

void HeatmapPlot::pan(const EntryWindow& from, Index rows, Index columns) {
  const Index parameters = picture_.data()->curvature->parameters();
  EntryWindow window = from;
  move_side(window.row_begin, window.row_end, rows, parameters);
  move_side(window.column_begin, window.column_end, columns, parameters);
  ask_for(window);
}

void HeatmapPlot::open_block(QPointF point) {
  const auto entry = entry_at(point);
  if (!entry) return;
  const BlockLayout& layout = picture_.data()->curvature->layout();
  const Block& row = layout[layout.locate((*entry)[0]).block];
  const Block& column = layout[layout.locate((*entry)[1]).block];
  const EntryWindow block{row.offset, row.offset + row.size(), column.offset,
                          column.offset + column.size()};
  const EntryWindow shown = picture_.window();
  const bool inside = shown.row_begin >= block.row_begin && shown.row_end <= block.row_end &&
                      shown.column_begin >= block.column_begin &&
                      shown.column_end <= block.column_end;
  if (!inside) ask_for(block);
}

void HeatmapPlot::announce(QPointF point) {
  emit hovered(read_out(point));
}

void HeatmapPlot::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton || picture_.empty()) return event->ignore();
  press_ = Press{event->position(), picture_.window()};
}

void HeatmapPlot::mouseMoveEvent(QMouseEvent* event) {
  if (press_) {
    const QPointF moved = event->position() - press_->point;
    if (moved.manhattanLength() >= kDragThreshold) press_->dragged = true;
    if (press_->dragged) {
      const QRect square = HeatmapPicture::matrix(rect());
      const auto entries = [](double pixels, int side, Index count) {
        return static_cast<Index>(std::llround(-pixels / side * static_cast<double>(count)));
      };
      pan(press_->window, entries(moved.y(), square.height(), press_->window.rows()),
          entries(moved.x(), square.width(), press_->window.columns()));
    }
  }
  announce(event->position());
}

void HeatmapPlot::mouseReleaseEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton || !press_) return event->ignore();
  const bool click = !press_->dragged;
  press_.reset();
  if (click) open_block(event->position());
}

void HeatmapPlot::mouseDoubleClickEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return event->ignore();
  press_.reset();
  show_whole();
}

void HeatmapPlot::wheelEvent(QWheelEvent* event) {
  wheel_rest_ += event->angleDelta().y() / kAnglePerNotch;
  const double notches = std::trunc(wheel_rest_ * 4) / 4;
  wheel_rest_ -= notches;
  if (notches != 0) {
    const QRect square = HeatmapPicture::matrix(rect());
    const QPointF place = event->position() - square.topLeft();
    zoom(std::pow(kZoomStep, notches), std::clamp(place.y() / square.height(), 0.0, 1.0),
         std::clamp(place.x() / square.width(), 0.0, 1.0));
    announce(event->position());
  }
  event->accept();
}

void HeatmapPlot::keyPressEvent(QKeyEvent* event) {
  if (picture_.empty()) return QWidget::keyPressEvent(event);
  const EntryWindow shown = picture_.window();
  const Index rows = std::max<Index>(1, shown.rows() / 8);
  const Index columns = std::max<Index>(1, shown.columns() / 8);
  switch (event->key()) {
    case Qt::Key_Plus:
    case Qt::Key_Equal:
      return zoom(kZoomStep, 0.5, 0.5);
    case Qt::Key_Minus:
      return zoom(1 / kZoomStep, 0.5, 0.5);
    case Qt::Key_Left:
      return pan(shown, 0, -columns);
    case Qt::Key_Right:
      return pan(shown, 0, columns);
    case Qt::Key_Up:
      return pan(shown, -rows, 0);
    case Qt::Key_Down:
      return pan(shown, rows, 0);
    case Qt::Key_0:
    case Qt::Key_Escape:
      return show_whole();
    default:
      return QWidget::keyPressEvent(event);
  }
}

void HeatmapPlot::leaveEvent(QEvent*) {
  emit hovered({});
}

}  // namespace hessianscope
