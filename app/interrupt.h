// Ctrl+C as a stop request: SIGINT, SIGTERM and SIGHUP no longer end the program at once but ask
// what runs to stop, so that nothing is left half written.
#pragma once

#include <csignal>
#include <stop_token>
#include <thread>

namespace hessianscope {

// Make it before any other thread exists: threads inherit which signals they leave to it. A
// signal that was ignored when the program started, as under nohup, stays ignored.
class Interrupt {
 public:
  Interrupt();
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  std::stop_token token() const { return stop_.get_token(); }

 private:
  sigset_t signals_{}, before_{};
  std::stop_source stop_;
  std::jthread waiter_;
};

}  // namespace hessianscope
