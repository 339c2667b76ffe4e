#include "core/live/capacity.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include "core/data/draw.h"
#include "core/live/pipeline.h"
#include "tests/core/sanitized.h"

namespace hessianscope {
namespace {

Cost cost_of(const Scenario& scenario) {
  return estimate_cost(ProblemSource().draw(scenario));
}

std::uint64_t peak_memory() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}

TEST(Capacity, CountsTheParametersOfBothModels) {
  const Cost cost = cost_of({});
  EXPECT_EQ(cost.parameters[0], 768);
  EXPECT_EQ(cost.parameters[1], 768);
}

TEST(Capacity, GrowsWithTheModel) {
  Scenario larger;
  larger.attention.d_model = larger.attention.d_key = 32;
  EXPECT_GT(cost_of(larger).bytes, 10 * cost_of({}).bytes);
  EXPECT_GT(cost_of(larger).seconds, 30 * cost_of({}).seconds);
}

// The estimate is what protects a machine: a run must not need more.
TEST(Capacity, ARunStaysWithinTheEstimate) {
  if (test::kSanitized) GTEST_SKIP() << "the sanitizer's own memory counts as well";
  Scenario scenario;
  scenario.attention.d_model = scenario.attention.d_key = 24;
  scenario.data.sequences = 16;
  scenario.data.sequence_length = 64;
  const std::uint64_t before = peak_memory();
  Pipeline pipeline;
  const SnapshotPointer snapshot = pipeline.run({.scenario = scenario}, nullptr, {});
  ASSERT_EQ(snapshot->failure, "");
  EXPECT_LT(peak_memory() - before, snapshot->cost.bytes + (std::uint64_t{64} << 20));
}

TEST(Capacity, RefusesWhatDoesNotFitWithSizeMemoryAndTime) {
  const Cost cost = cost_of({});
  EXPECT_EQ(refusal(cost, cost.bytes), "");
  const std::string sentence = refusal(cost, cost.bytes - 1);
  EXPECT_NE(sentence.find("P = 768"), std::string::npos) << sentence;
  EXPECT_NE(sentence.find(format_bytes(cost.bytes)), std::string::npos) << sentence;
  EXPECT_NE(sentence.find(format_duration(cost.seconds)), std::string::npos) << sentence;
}

TEST(Capacity, TheLargestSettingsAreRefusedNotStarted) {
  Scenario scenario;
  scenario.attention.d_model = scenario.attention.d_key = 128;
  scenario.data.sequences = 64;
  scenario.data.sequence_length = 256;
  Pipeline pipeline;
  bool started = false;
  pipeline.on_start([&](const Cost&) { started = true; });
  const SnapshotPointer snapshot = pipeline.run({.scenario = scenario}, nullptr, {});
  EXPECT_NE(snapshot->failure.find("49152"), std::string::npos) << snapshot->failure;
  EXPECT_TRUE(snapshot->complete);
  EXPECT_FALSE(started);
}

TEST(Capacity, WritesNumbersAPersonReads) {
  EXPECT_EQ(format_bytes(0), "0 bytes");
  EXPECT_EQ(format_bytes(999), "999 bytes");
  EXPECT_EQ(format_bytes(1000), "1.00 KB");
  EXPECT_EQ(format_bytes(15'200'000), "15.2 MB");
  EXPECT_EQ(format_bytes(999'900'000), "1.00 GB");
  EXPECT_EQ(format_bytes(std::uint64_t{1} << 63), "9223372 TB");
  EXPECT_EQ(format_duration(0.0123), "12.3 ms");
  EXPECT_EQ(format_duration(0.99999), "1.00 s");
  EXPECT_EQ(format_duration(75), "75.0 s");
  EXPECT_EQ(format_duration(150), "2.50 min");
  EXPECT_EQ(format_duration(7200), "2.00 h");
}

}  // namespace
}  // namespace hessianscope
