// How the core says no: one sentence naming what, where and what would be right.
#pragma once

#include <stdexcept>
#include <string>

namespace hessianscope {

// Bad input or a failed operation; what() is one sentence fit to be shown to a person.
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Thrown out of long work after its stop token was triggered; nothing was written.
class Interrupted : public Error {
 public:
  Interrupted() : Error("interrupted before it was done; nothing was written") {}
};

}  // namespace hessianscope
