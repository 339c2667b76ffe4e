// Light and dark for everything that is not a plot.
#pragma once

#include "core/scenario/scenario.h"

namespace hessianscope {

// Of the desktop, judged by its palette before any of ours was set.
Theme system_theme();

// Gives the application the palette of a theme; plots take theirs from plot_theme().
void apply_window_theme(Theme theme);

}  // namespace hessianscope
