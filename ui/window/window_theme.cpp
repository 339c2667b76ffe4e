#include "ui/window/window_theme.h"

#include <QApplication>
#include <QPalette>
#include <QStyleFactory>

#include "ui/plots/plot_theme.h"

namespace hessianscope {
namespace {

QColor mix(const QColor& a, const QColor& b, double share) {
  const auto between = [share](int from, int to) {
    return static_cast<int>(from + share * (to - from));
  };
  return {between(a.red(), b.red()), between(a.green(), b.green()), between(a.blue(), b.blue())};
}

QPalette palette_of(const PlotTheme& theme, bool dark) {
  const QColor ink = theme.text, paper = theme.paper;
  const QColor window = mix(paper, ink, dark ? 0.06 : 0.05);
  const QColor button = mix(paper, ink, dark ? 0.17 : 0.03);
  const QColor accent = theme.attention;
  QPalette palette(button, window);
  palette.setColor(QPalette::WindowText, ink);
  palette.setColor(QPalette::Text, ink);
  palette.setColor(QPalette::ButtonText, ink);
  palette.setColor(QPalette::Base, mix(paper, ink, dark ? 0.15 : 0));
  palette.setColor(QPalette::AlternateBase, mix(paper, ink, dark ? 0.12 : 0.09));
  palette.setColor(QPalette::ToolTipBase, mix(paper, ink, 0.1));
  palette.setColor(QPalette::ToolTipText, ink);
  palette.setColor(QPalette::PlaceholderText, mix(ink, paper, 0.4));
  palette.setColor(QPalette::Highlight, accent);
  palette.setColor(QPalette::HighlightedText, dark ? QColor(Qt::black) : QColor(Qt::white));
  palette.setColor(QPalette::Link, accent);
  for (const QPalette::ColorRole role :
       {QPalette::WindowText, QPalette::Text, QPalette::ButtonText}) {
    palette.setColor(QPalette::Disabled, role, mix(ink, paper, 0.6));
  }
  palette.setColor(QPalette::Disabled, QPalette::Highlight, mix(paper, ink, 0.25));
  return palette;
}

}  // namespace

Theme system_theme() {
  constexpr int kHalf = 128;
  return QGuiApplication::palette().window().color().lightness() < kHalf ? Theme::Dark
                                                                         : Theme::Light;
}

void apply_window_theme(Theme theme) {
  // One style on every desktop: what was measured and looked at is what people get.
  static const bool fusion = [] {
    QApplication::setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
    return true;
  }();
  Q_UNUSED(fusion);
  QApplication::setPalette(palette_of(plot_theme(theme), theme == Theme::Dark));
}

QFont dense_font(const QFont& font) {
  constexpr double kShare = 0.88;
  QFont dense = font;
  dense.setPointSizeF(font.pointSizeF() * kShare);
  return dense;
}

}  // namespace hessianscope
