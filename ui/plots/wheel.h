// How far one notch of the wheel zooms a plot.
#pragma once

namespace hessianscope {

inline constexpr double kZoomStep = 0.8;       // of what is visible, per notch
inline constexpr double kAnglePerNotch = 120;  // of QWheelEvent

}  // namespace hessianscope
