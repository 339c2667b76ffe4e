// Text for the caller of the program.
#pragma once

#include <string_view>

namespace hessianscope {

// Throws Error when it cannot all be written, as on a full disk.
void print(std::string_view text);

}  // namespace hessianscope
