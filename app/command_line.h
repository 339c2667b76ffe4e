// From the words of the command line to a Command.
#pragma once

#include <string>

#include "app/commands.h"

namespace hessianscope {

// Touches no display and reads no file. Throws UsageError with one sentence and, after it, where
// help is.
Command parse_command_line(int argc, const char* const* argv);

}  // namespace hessianscope
