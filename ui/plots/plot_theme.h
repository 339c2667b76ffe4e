// Colours and fonts of every plot, light and dark.
#pragma once

#include <QColor>
#include <QFont>
#include <string_view>

#include "core/live/snapshot.h"

namespace hessianscope {

struct PlotTheme {
  QColor paper;              // behind everything
  QColor text, muted;        // labels; secondary labels
  QColor line, grid;         // axes and frames; grid lines
  QColor attention, mlp;     // the one hue of each model
  QColor query, key, value;  // the same in both themes
  QColor negative;           // negative eigenvalues of either model
  QColor outer, functional;  // overlays and parts
  QColor zero, not_finite;   // marks of cells that have no place in a colour map
  QColor below, above;       // cells outside the colour range
  const QColor& of(Model model) const { return model == Model::Attention ? attention : mlp; }
  // W_Q, W_K and W_V have their own colours; every other weight matrix that of text.
  const QColor& block(std::string_view name) const;
};

const PlotTheme& plot_theme(Theme theme);

// The font of all figures, the same on every desktop; sizes in logical pixels, so that a figure
// does not depend on the resolution the screen claims to have.
QFont figure_font(double pixels, QFont::Weight weight = QFont::Normal);

// Throws Error when the machine has no font at all: text would come out as boxes.
void require_fonts();

}  // namespace hessianscope
