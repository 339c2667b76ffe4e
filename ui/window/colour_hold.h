// Keeps the automatic colour range from jumping: during a drag it only grows, and it settles on
// what the data needs when the drag is over.
#pragma once

#include <array>
#include <optional>

#include "core/scenario/scenario.h"
#include "ui/plots/colour_range.h"

namespace hessianscope {

class ColourHold {
 public:
  // While a gesture goes on, ranges only grow.
  void set_gesture(bool under_way) { gesture_ = under_way; }

  // The ranges to draw with, for the automatic ones of the newest data. Ranges of another kind
  // of values, or of linked instead of separate models, cannot be compared: they start anew.
  std::array<ColourRange, 2> apply(const std::array<ColourRange, 2>& automatic, ValueScale values,
                                   bool linked);

 private:
  struct Kind {
    ValueScale values;
    bool linked;
    bool operator==(const Kind&) const = default;
  };
  bool gesture_ = false;
  std::optional<Kind> kind_;
  std::array<ColourRange, 2> held_{};
};

}  // namespace hessianscope
