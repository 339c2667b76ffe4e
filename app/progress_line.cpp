#include "app/progress_line.h"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <iostream>

#include "core/live/capacity.h"

namespace hessianscope {

ProgressLine::ProgressLine(std::string what) : what_(std::move(what)) {
  if (isatty(STDERR_FILENO)) {
    ticker_ = std::jthread([this](std::stop_token ended) { loop(ended); });
  }
}

ProgressLine::~ProgressLine() = default;

void ProgressLine::loop(std::stop_token ended) {
  std::unique_lock lock(mutex_);
  bool shown = false;
  const auto never = [] { return false; };
  while (true) {
    wake_.wait_for(lock, ended, std::chrono::milliseconds(shown ? 200 : 500), never);
    if (ended.stop_requested()) break;
    // "Erase to the end of the line", for a line shorter than the one before.
    std::cerr << '\r' << text() << "\033[K" << std::flush;
    shown = true;
  }
  if (shown) std::cerr << "\r\033[K" << std::flush;
}

std::string ProgressLine::text() const {
  const double elapsed = watch_.milliseconds() / 1000;
  const double share = share_, expected = expected_;
  const double total = share > 0 ? elapsed / share : expected;
  std::string line = what_;
  if (share > 0) line += "  " + std::to_string(static_cast<int>(100 * share)) + " %";
  if (total > elapsed) {
    line += "  about " + format_duration(total - elapsed) + " left";
  } else {
    line += "  " + format_duration(elapsed);
  }
  return line + "  (Ctrl+C stops)";
}

}  // namespace hessianscope
