// One line on the terminal while something long runs: how far it is, and the time left.
#pragma once

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

#include "core/live/stage_times.h"

namespace hessianscope {

// Prints to standard error, and only when that is a terminal; appears after half a second and is
// gone at the end. Make it after Interrupt, since it has a thread of its own.
class ProgressLine {
 public:
  explicit ProgressLine(std::string what);
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  // What is done, 0 .. 1. Until it is known the line shows the time expected.
  void set_share(double share) { share_ = share; }
  void expect(double seconds) { expected_ = seconds; }

 private:
  void loop(std::stop_token ended);
  std::string text() const;

  std::string what_;
  StopWatch watch_;
  std::atomic<double> share_ = 0, expected_ = 0;
  std::mutex mutex_;
  std::condition_variable_any wake_;
  std::jthread ticker_;  // last: starts when everything above exists
};

}  // namespace hessianscope
