// The Qt application behind figures and window.
#pragma once

#include <QApplication>
#include <memory>

namespace hessianscope {

// Draws in memory whatever display there is, so that a figure is the same everywhere.
std::unique_ptr<QApplication> offscreen_application();

// On the display if one can be reached, else in memory: then has_display() says no.
std::unique_ptr<QApplication> display_application();
bool has_display();

}  // namespace hessianscope
