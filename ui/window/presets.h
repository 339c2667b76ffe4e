// The scenarios that come with the program, each with one sentence of what to look at.
#pragma once

#include <QString>
#include <vector>

#include "core/scenario/scenario.h"

namespace hessianscope {

struct Preset {
  QString title;
  QString look;  // one sentence
  Scenario scenario;
};

// Read from the program's resources, in the order of their index.
std::vector<Preset> read_presets();

}  // namespace hessianscope
