// From Scenario to Problem: the one place where numbers are drawn or read.
//
//   ProblemSource source;
//   Problem problem = source.draw(scenario);  // throws Error with a sentence for bad files
#pragma once

#include <memory>

#include "core/data/problem.h"

namespace hessianscope {

// Draws problems; keeps the last layer file read, so that a slider drag over file data does not
// read it again (a changed file is noticed by its size and time). Not thread-safe.
//
// Every number is a fixed draw per seed times its scale: X = sigma x, Y = y (sigma y when
// data.scale_targets), W = scale N(0, 1) / sqrt(fan-in). With given labels and loss mse, Y is
// one-hot of the label where the token carries loss and 0 elsewhere.
class ProblemSource {
 public:
  ProblemSource();
  ~ProblemSource();
  // Throws Error when the scenario is not valid or its file is missing, damaged or contradictory.
  Problem draw(const Scenario& scenario);

 private:
  struct CachedFile;
  std::unique_ptr<CachedFile> file_;
};

}  // namespace hessianscope
