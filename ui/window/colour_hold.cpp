#include "ui/window/colour_hold.h"

#include <algorithm>

namespace hessianscope {

std::array<ColourRange, 2> ColourHold::apply(const std::array<ColourRange, 2>& automatic,
                                             ValueScale values, bool linked) {
  const Kind kind{values, linked};
  if (!gesture_ || kind_ != kind) {
    held_ = automatic;
  } else {
    for (std::size_t model = 0; model < held_.size(); ++model) {
      held_[model].low = std::min(held_[model].low, automatic[model].low);
      held_[model].high = std::max(held_[model].high, automatic[model].high);
    }
  }
  kind_ = kind;
  return held_;
}

}  // namespace hessianscope
