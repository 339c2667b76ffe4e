// Wall time of each stage of a frame.
#pragma once

#include <chrono>

namespace hessianscope {

// Milliseconds; negative where the stage did not run.
struct StageTimes {
  double draw = -1, factors = -1, assembly = -1, heatmap = -1, spectrum_exact = -1;
};

class StopWatch {
 public:
  double milliseconds() const {
    return std::chrono::duration<double, std::milli>(Clock::now() - start_).count();
  }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point start_ = Clock::now();
};

}  // namespace hessianscope
