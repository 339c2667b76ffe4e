#include "ui/plots/colour_bar.h"

#include <QFontMetrics>
#include <QPainter>
#include <cmath>
#include <vector>

#include "ui/plots/plot_text.h"
#include "ui/plots/plot_theme.h"

namespace hessianscope {
namespace {

constexpr int kBarWidth = 13, kPoint = 8, kCaption = 22, kSwatch = 13, kSwatchPitch = 19;
constexpr int kTick = 4, kTickGap = 4;

struct Tick {
  double position;
  QString text;
};

// Powers of ten inside the range, thinned to those that have room; without two of them the ends.
std::vector<Tick> log_ticks(const ColourScale& scale, int room) {
  const double low = scale.range().low, high = scale.range().high;
  const int first = static_cast<int>(std::ceil(low - 1e-9));
  const int last = static_cast<int>(std::floor(high + 1e-9));
  if (last - first < 1) {
    return {{0.0, rounded_text(std::pow(10, low), 2)}, {1.0, rounded_text(std::pow(10, high), 2)}};
  }
  const int step = std::max(1, (last - first + room) / std::max(room, 1));
  std::vector<Tick> ticks;
  for (int power = last; power >= first; power -= step) {
    ticks.push_back({scale.position(power), power_text(power)});
  }
  return ticks;
}

// Zero and the powers of ten of either sign down to a thousandth of the limit.
std::vector<Tick> signed_ticks(const ColourScale& scale) {
  const double limit = std::max(std::abs(scale.range().low), std::abs(scale.range().high));
  const int top = static_cast<int>(std::floor(std::log10(limit) + 1e-9));
  std::vector<Tick> ticks{{0.5, "0"}};
  for (int power = top; power > top - 3; --power) {
    const double value = std::pow(10, power);
    ticks.push_back({scale.position(value), power_text(power)});
    ticks.push_back({scale.position(-value), "−" + power_text(power)});
  }
  return ticks;
}

void paint_point(QPainter& painter, const QRect& bar, bool up, QRgb colour) {
  const double edge = up ? bar.top() : bar.bottom() + 1;
  const double tip = up ? edge - kPoint : edge + kPoint;
  const QPointF corners[] = {
      {double(bar.left()), edge}, {bar.left() + kBarWidth / 2.0, tip}, {bar.right() + 1.0, edge}};
  painter.setPen(Qt::NoPen);
  painter.setBrush(QColor(colour));
  painter.drawPolygon(corners, 3);
}

}  // namespace

UnplacedCells unplaced_cells(const Heatmap& heatmap, const ColourScale& scale) {
  UnplacedCells unplaced;
  for (std::size_t cell = 0; cell < heatmap.value.size(); ++cell) {
    const CellPlace place = scale.place(heatmap.value[cell], heatmap.log10_magnitude[cell]);
    unplaced.zero += place == CellPlace::Zero;
    unplaced.not_finite += place == CellPlace::NotFinite;
    unplaced.below += place == CellPlace::Below;
    unplaced.above += place == CellPlace::Above;
  }
  return unplaced;
}

void paint_colour_bar(QPainter& painter, const QRect& place, const ColourScale& scale,
                      const UnplacedCells& unplaced) {
  const PlotTheme& theme = plot_theme(scale.theme());
  const QFont font = figure_font(11);
  const QFontMetrics metrics(font);
  const int text_left = place.left() + kBarWidth + kTick + kTickGap;
  painter.setFont(font);

  struct Swatch {
    QColor colour;
    QString text;
  };
  std::vector<Swatch> swatches;
  if (unplaced.zero > 0) swatches.push_back({theme.zero, "zero"});
  if (unplaced.not_finite > 0) swatches.push_back({theme.not_finite, "NaN"});
  int bottom = place.bottom() + 1;
  for (const Swatch& swatch : swatches) {
    const QRect box(place.left(), bottom - kSwatch, kBarWidth, kSwatch);
    painter.fillRect(box, swatch.colour);
    painter.setPen(theme.text);
    painter.drawText(QRect(text_left, box.top(), kColourBarWidth, kSwatch), Qt::AlignVCenter,
                     swatch.text);
    bottom -= kSwatchPitch;
  }

  painter.setPen(theme.muted);
  painter.drawText(QRect(place.left(), place.top() - kCaption, kColourBarWidth, kCaption - 3),
                   Qt::AlignLeft | Qt::AlignBottom,
                   scale.values() == ValueScale::Log ? "|Hᵢⱼ|" : "Hᵢⱼ");
  const int top = place.top() + (unplaced.above > 0 ? kPoint : 0);
  if (unplaced.below > 0 || !swatches.empty()) bottom -= kPoint;
  const QRect bar(place.left(), top, kBarWidth, bottom - top);
  if (bar.height() < 2) return;
  for (int y = 0; y < bar.height(); ++y) {
    const double position = 1 - (y + 0.5) / bar.height();
    painter.fillRect(bar.left(), bar.top() + y, bar.width(), 1, QColor(scale.at(position)));
  }
  if (unplaced.above > 0) paint_point(painter, bar, true, theme.above.rgb());
  if (unplaced.below > 0) paint_point(painter, bar, false, theme.below.rgb());

  const int room = bar.height() / (metrics.height() + 4);
  const std::vector<Tick> ticks =
      scale.values() == ValueScale::Log ? log_ticks(scale, room) : signed_ticks(scale);
  for (const Tick& tick : ticks) {
    const int y = bar.top() + qRound((1 - tick.position) * (bar.height() - 1));
    painter.fillRect(bar.right() + 1, y, kTick, 1, theme.line);
    painter.setPen(theme.text);
    painter.drawText(QRect(text_left, y - metrics.height(), kColourBarWidth, 2 * metrics.height()),
                     Qt::AlignVCenter | Qt::AlignLeft, tick.text);
  }
}

}  // namespace hessianscope
