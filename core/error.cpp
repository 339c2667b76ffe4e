#include "core/error.h"

#include <new>

namespace hessianscope {

std::string reason_of(const std::exception& error) {
  if (dynamic_cast<const std::bad_alloc*>(&error)) return "there is not enough memory for this";
  return error.what();
}

}  // namespace hessianscope
