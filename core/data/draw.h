// From Scenario to Problem: the one place where numbers are drawn or read.
//
//   ProblemSource source;
//   Problem problem = source.draw(scenario);  // throws Error with a sentence for bad files
#pragma once

#include <memory>

#include "core/data/problem.h"

namespace hessianscope {

struct LayerFile;

// Draws problems; keeps the last layer file read, so that a slider drag over file data does not
// read it again (a changed file is noticed by its size and time). Not thread-safe.
class ProblemSource {
 public:
  ProblemSource();
  ~ProblemSource();
  Problem draw(const Scenario& scenario);

 private:
  std::unique_ptr<LayerFile> file_;
};

}  // namespace hessianscope
