// How the core says no: one sentence naming what, where and what would be right.
#pragma once

#include <exception>
#include <stdexcept>
#include <string>

namespace hessianscope {

// Bad input or a failed operation; what() is one sentence fit to be shown to a person.
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// What went wrong as a sentence for a person: what(), but for std::bad_alloc, whose what() is only
// its name.
std::string reason_of(const std::exception& error);

// Thrown out of long work after its stop token was triggered; nothing was written.
class Interrupted : public Error {
 public:
  Interrupted() : Error("interrupted before it was done; nothing was written") {}
};

}  // namespace hessianscope
