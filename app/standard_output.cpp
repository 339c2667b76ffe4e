#include "app/standard_output.h"

#include <cerrno>
#include <cstdio>
#include <system_error>

#include "core/error.h"

namespace hessianscope {

void print(std::string_view text) {
  const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
  if (!written || std::fflush(stdout) != 0) {
    throw Error("standard output cannot be written: " + std::generic_category().message(errno));
  }
}

}  // namespace hessianscope
