// The live worker: one thread, a one-slot mailbox, newest request wins.
//
// Cheap stages always finish, so a steady drag shows every picture the machine can make; only
// the exact spectra above kInterruptibleSize are abandoned when a newer request waits. The last
// request submitted is always computed. Snapshots arrive with generations that never decrease.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>

#include "core/live/pipeline.h"

namespace hessianscope {

class Worker {
 public:
  // Both are called on the worker's thread: `deliver` with each snapshot, `started` (may be
  // empty) with what a request will cost before anything large begins.
  explicit Worker(std::function<void(SnapshotPointer)> deliver,
                  std::function<void(const Cost&)> started = {});
  // Asks the running job to stop and joins; at most one LAPACK panel or cheap stage of waiting.
  ~Worker();
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  // Replaces a request that has not been started. Never blocks. Returns its generation.
  std::uint64_t submit(Request request);

  // Abandons the exact spectra being computed; their request ends without them.
  void stop_current();

  // True from submit until the last request has been answered.
  bool busy() const;

 private:
  void loop(std::stop_token stop);

  std::function<void(SnapshotPointer)> deliver_;
  std::function<void(const Cost&)> started_;
  mutable std::mutex mutex_;
  std::condition_variable_any wake_;
  std::optional<Request> pending_;
  std::uint64_t last_generation_ = 0;
  bool running_ = false;
  std::stop_source current_;  // of the job under way
  std::jthread thread_;       // last: starts when everything above exists
};

}  // namespace hessianscope
