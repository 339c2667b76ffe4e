#include "core/live/worker.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

namespace hessianscope {
namespace {

using namespace std::chrono_literals;

// Collects what the worker delivers; waits for the last word on a generation.
class Collector {
 public:
  void operator()(SnapshotPointer snapshot) {
    const std::lock_guard lock(mutex_);
    snapshots_.push_back(std::move(snapshot));
    changed_.notify_all();
  }
  SnapshotPointer wait_complete(std::uint64_t generation) {
    std::unique_lock lock(mutex_);
    const auto there = [&] {
      return !snapshots_.empty() && snapshots_.back()->generation >= generation &&
             snapshots_.back()->complete;
    };
    return changed_.wait_for(lock, 60s, there) ? snapshots_.back() : nullptr;
  }
  std::vector<SnapshotPointer> all() {
    const std::lock_guard lock(mutex_);
    return snapshots_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<SnapshotPointer> snapshots_;
};

Scenario at_scale(double sigma) {
  Scenario scenario;
  scenario.data.scale = sigma;
  return scenario;
}

TEST(Worker, FiveHundredStepsInASecondEndAtTheLastValue) {
  Collector collector;
  std::uint64_t last = 0;
  {
    Worker worker([&](SnapshotPointer snapshot) { collector(std::move(snapshot)); });
    for (int step = 1; step <= 500; ++step) {
      last = worker.submit({.scenario = at_scale(step == 500 ? 0.37 : 0.001 * step)});
      std::this_thread::sleep_for(2ms);
    }
    const SnapshotPointer final_one = collector.wait_complete(last);
    ASSERT_NE(final_one, nullptr);
    EXPECT_EQ(final_one->problem->scenario.data.scale, 0.37);
    EXPECT_EQ(final_one->generation, last);
  }
  const std::vector<SnapshotPointer> all = collector.all();
  EXPECT_TRUE(std::is_sorted(all.begin(), all.end(), [](const auto& a, const auto& b) {
    return a->generation < b->generation;
  }));
  // A steady drag shows pictures all along, not only its end.
  EXPECT_GT(all.size(), 4u);
}

TEST(Worker, SubmitNeverWaitsForTheJobUnderWay) {
  std::mutex gate;
  gate.lock();
  std::atomic<int> delivered = 0;
  Worker worker([&](const SnapshotPointer&) {
    ++delivered;
    const std::lock_guard lock(gate);
  });
  worker.submit({.scenario = at_scale(1)});
  while (delivered == 0) std::this_thread::sleep_for(1ms);
  // The worker is held inside its delivery; these return all the same.
  for (int i = 0; i < 100; ++i) worker.submit({.scenario = at_scale(0.5)});
  EXPECT_TRUE(worker.busy());
  gate.unlock();
}

TEST(Worker, RequestsThatWereOvertakenAreNotComputed) {
  std::mutex gate;
  gate.lock();
  Collector collector;
  std::atomic<bool> first = true;
  Worker worker([&](SnapshotPointer snapshot) {
    if (first.exchange(false)) const std::lock_guard lock(gate);
    collector(std::move(snapshot));
  });
  worker.submit({.scenario = at_scale(1)});
  while (first) std::this_thread::sleep_for(1ms);
  worker.submit({.scenario = at_scale(2)});
  worker.submit({.scenario = at_scale(3)});
  const std::uint64_t last = worker.submit({.scenario = at_scale(4)});
  gate.unlock();
  ASSERT_NE(collector.wait_complete(last), nullptr);
  for (const SnapshotPointer& snapshot : collector.all())
    EXPECT_TRUE(snapshot->generation == 1 || snapshot->generation == last);
}

TEST(Worker, BecomesIdleAfterTheLastAnswer) {
  Collector collector;
  Worker worker([&](SnapshotPointer snapshot) { collector(std::move(snapshot)); });
  EXPECT_FALSE(worker.busy());
  const std::uint64_t generation = worker.submit({.scenario = at_scale(1)});
  EXPECT_TRUE(worker.busy());
  ASSERT_NE(collector.wait_complete(generation), nullptr);
  for (int i = 0; i < 1000 && worker.busy(); ++i) std::this_thread::sleep_for(1ms);
  EXPECT_FALSE(worker.busy());
}

TEST(Worker, ClosesInTheMiddleOfALargeJob) {
  for (const auto delay : {0ms, 5ms, 50ms, 200ms}) {
    Collector collector;
    Worker worker([&](SnapshotPointer snapshot) { collector(std::move(snapshot)); });
    Scenario large;
    large.attention.d_model = large.attention.d_key = 36;  // P = 3888: seconds of spectra
    worker.submit({.scenario = large});
    std::this_thread::sleep_for(delay);
  }
}

TEST(Worker, StopsTheSpectraOnRequestAndKeepsThePicture) {
  Collector collector;
  Worker worker([&](SnapshotPointer snapshot) { collector(std::move(snapshot)); });
  Scenario large;
  large.attention.d_model = large.attention.d_key = 32;
  const std::uint64_t generation = worker.submit({.scenario = large});
  while (collector.all().empty()) std::this_thread::sleep_for(1ms);
  worker.stop_current();
  const SnapshotPointer last = collector.wait_complete(generation);
  ASSERT_NE(last, nullptr);
  EXPECT_TRUE(last->abandoned);
  EXPECT_FALSE(last->models[0].heatmap.value.empty());
}

TEST(Worker, AnnouncesCostBeforeThePicture) {
  Collector collector;
  std::atomic<Index> announced = 0;
  Worker worker([&](SnapshotPointer snapshot) { collector(std::move(snapshot)); },
                [&](const Cost& cost) { announced = cost.parameters[0]; });
  ASSERT_NE(collector.wait_complete(worker.submit({.scenario = at_scale(1)})), nullptr);
  EXPECT_EQ(announced, 768);
}

TEST(Worker, BadInputIsAnsweredAndTheNextRequestWorks) {
  Collector collector;
  Worker worker([&](SnapshotPointer snapshot) { collector(std::move(snapshot)); });
  Scenario bad;
  bad.data.source = DataSource::File;
  bad.data.file = "/proc/self/mem";
  const SnapshotPointer failed = collector.wait_complete(worker.submit({.scenario = bad}));
  ASSERT_NE(failed, nullptr);
  EXPECT_NE(failed->failure, "");
  const SnapshotPointer good = collector.wait_complete(worker.submit({.scenario = at_scale(1)}));
  ASSERT_NE(good, nullptr);
  EXPECT_EQ(good->failure, "");
}

}  // namespace
}  // namespace hessianscope
