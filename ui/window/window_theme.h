// Light and dark for everything that is not a plot.
#pragma once

#include <QFont>

#include "core/scenario/scenario.h"

namespace hessianscope {

// Of the desktop, judged by its palette before any of ours was set.
Theme system_theme();

// Gives the application the palette of a theme; plots take theirs from plot_theme().
void apply_window_theme(Theme theme);

// The font of panels full of small things, a little smaller than that of the desktop.
QFont dense_font(const QFont& font);

}  // namespace hessianscope
