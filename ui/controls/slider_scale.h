// The stops of a field's slider: which value each position stands for.
//
// Logarithmic fields get 200 stops per decade, each rounded to the number with the fewest digits
// that still lies nearest to it, so that 0.37 and 0.5 can be reached by dragging. Whole numbers
// get one stop each.
#pragma once

#include <vector>

#include "core/scenario/field_table.h"

namespace hessianscope {

class SliderScale {
 public:
  // `field` must be a Number or an Integer.
  explicit SliderScale(const Field& field);

  int count() const { return static_cast<int>(stops_.size()); }
  double value(int position) const { return stops_[static_cast<std::size_t>(position)]; }
  // The stop nearest to the value; the ends for values that lie outside the slider.
  int position(double value) const;

  // How many stops an arrow key and a page key move.
  int arrow_stops() const { return arrow_stops_; }
  int page_stops() const { return page_stops_; }

  // The value some arrow steps away, within the legal range rather than the slider's.
  double stepped(double value, int steps) const;

 private:
  void add_logarithmic_stops();

  bool logarithmic_ = false, integer_ = false;
  double legal_minimum_ = 0, legal_maximum_ = 0;
  double minimum_ = 0, maximum_ = 0;
  std::vector<double> stops_;  // strictly rising
  int arrow_stops_ = 1, page_stops_ = 1;
};

}  // namespace hessianscope
