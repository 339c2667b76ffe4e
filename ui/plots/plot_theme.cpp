#include "ui/plots/plot_theme.h"

#include <QPainterPath>

#include "core/error.h"

namespace hessianscope {
namespace {

PlotTheme light_theme() {
  PlotTheme theme;
  theme.paper = QColor("#ffffff");
  theme.text = QColor("#1c2128");
  theme.muted = QColor("#5b6573");
  theme.line = QColor("#8a94a3");
  theme.grid = QColor("#e6e9ee");
  theme.attention = QColor("#2b6cb0");
  theme.mlp = QColor("#a87b00");
  theme.negative = QColor("#c2304c");
  theme.outer = QColor("#1c2128");
  theme.functional = QColor("#0f9aa8");
  theme.zero = QColor("#d3d9e1");
  theme.below = QColor("#000000");
  theme.above = QColor("#ff5c33");
  return theme;
}

PlotTheme dark_theme() {
  PlotTheme theme;
  theme.paper = QColor("#16191f");
  theme.text = QColor("#e4e8ee");
  theme.muted = QColor("#9aa5b4");
  theme.line = QColor("#6b7686");
  theme.grid = QColor("#2a303a");
  theme.attention = QColor("#5b9fe0");
  theme.mlp = QColor("#d9a93a");
  theme.negative = QColor("#ee6680");
  theme.outer = QColor("#f2f4f8");
  theme.functional = QColor("#45cbd8");
  theme.zero = QColor("#3d4551");
  theme.below = QColor("#000000");
  theme.above = QColor("#ff6a3d");
  return theme;
}

PlotTheme with_shared_colours(PlotTheme theme) {
  theme.query = QColor("#1b9e77");
  theme.key = QColor("#d95f02");
  theme.value = QColor("#7570b3");
  theme.not_finite = QColor("#ff1fb4");
  return theme;
}

}  // namespace

const QColor& PlotTheme::block(std::string_view name) const {
  if (name == "W_Q") return query;
  if (name == "W_K") return key;
  if (name == "W_V") return value;
  return muted;
}

const PlotTheme& plot_theme(Theme theme) {
  static const PlotTheme light = with_shared_colours(light_theme());
  static const PlotTheme dark = with_shared_colours(dark_theme());
  return theme == Theme::Light ? light : dark;
}

QFont figure_font(double pixels, QFont::Weight weight) {
  QFont font;
  font.setFamilies({"DejaVu Sans", "Noto Sans", "Liberation Sans"});
  font.setStyleHint(QFont::SansSerif);
  font.setPixelSize(qRound(pixels));
  font.setWeight(weight);
  // Hinting and coloured edges would follow the desktop's settings.
  font.setHintingPreference(QFont::PreferNoHinting);
  font.setStyleStrategy(
      static_cast<QFont::StyleStrategy>(QFont::PreferAntialias | QFont::NoSubpixelAntialias));
  return font;
}

void require_fonts() {
  // Without fonts Qt names families all the same, and draws every letter as the same box.
  static const bool found = [] {
    QPainterPath first, second;
    first.addText(0, 0, figure_font(11), "A");
    second.addText(0, 0, figure_font(11), "V");
    return first != second;
  }();
  if (!found) {
    throw Error(
        "no font is installed, so every text in the figure would be a box; install one, for "
        "example the package fonts-dejavu-core");
  }
}

}  // namespace hessianscope
