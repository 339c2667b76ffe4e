#include "core/live/worker.h"

#include <exception>
#include <utility>

#include "core/error.h"

namespace hessianscope {

Worker::Worker(std::function<void(SnapshotPointer)> deliver,
               std::function<void(const Cost&)> started)
    : deliver_(std::move(deliver)),
      started_(std::move(started)),
      thread_([this](std::stop_token stop) { loop(stop); }) {}

Worker::~Worker() {
  thread_.request_stop();
  stop_current();
}

std::uint64_t Worker::submit(Request request) {
  std::uint64_t generation = 0;
  {
    const std::lock_guard lock(mutex_);
    generation = request.generation = ++last_generation_;
    pending_ = std::move(request);
    current_.request_stop();
  }
  wake_.notify_one();
  return generation;
}

void Worker::stop_current() {
  const std::lock_guard lock(mutex_);
  current_.request_stop();
}

bool Worker::busy() const {
  const std::lock_guard lock(mutex_);
  return running_ || pending_.has_value();
}

void Worker::loop(std::stop_token stop) {
  Pipeline pipeline;
  if (started_) pipeline.on_start(started_);
  while (true) {
    Request request;
    std::stop_token spectra;
    {
      std::unique_lock lock(mutex_);
      running_ = false;
      if (!wake_.wait(lock, stop, [this] { return pending_.has_value(); })) return;
      request = std::move(*pending_);
      pending_.reset();
      running_ = true;
      current_ = std::stop_source();
      spectra = current_.get_token();
    }
    SnapshotPointer last;
    try {
      last = pipeline.run(request, deliver_, spectra, stop);
    } catch (const Interrupted&) {
      return;
    }
    deliver_(std::move(last));
  }
}

}  // namespace hessianscope
