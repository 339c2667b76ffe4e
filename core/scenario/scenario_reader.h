// The strict reader of a scenario's JSON text; scenario_json.h is its public face.
#pragma once

#include <string_view>

#include "core/scenario/scenario.h"

namespace hessianscope {

// Reads and validates one scenario object; throws Error without an origin. Text is read as a
// stream of events and every value is checked as it comes: nothing of an untrusted text is built
// up, however long or deep it is.
Scenario parse_scenario(std::string_view text);

}  // namespace hessianscope
