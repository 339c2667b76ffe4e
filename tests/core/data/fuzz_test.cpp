// Damaged scenarios and archives end in an Error or a valid result: never in a crash, a hang or
// memory without bound. Each kind runs in a child process of its own, with a limit on address
// space and a clock; set HESSIANSCOPE_FUZZ_SEED to repeat a run.
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iostream>

#include "core/data/draw.h"
#include "core/data/layer_file.h"
#include "core/data/npz.h"
#include "core/data/provenance.h"
#include "core/data/safe_file.h"
#include "core/error.h"
#include "core/scenario/scenario_json.h"
#include "tests/core/data/damage.h"
#include "tests/core/sanitized.h"

namespace hessianscope::test {
namespace {

constexpr std::uint64_t kVariants = 10;
constexpr unsigned kSeconds = 60;

// What a reader made of a file: the message of its Error, or empty.
template <typename Read>
std::string refusal(const Read& read) {
  try {
    read();
    return {};
  } catch (const Error& error) {
    return error.what();
  }
}

bool is_sentence(const std::string& message) {
  const bool out_of_memory =
      message.find("memory") != std::string::npos || message.find("Malloc") != std::string::npos;
  return message.size() > 10 && message.size() < 1000 && !out_of_memory;
}

void limit_memory(std::uint64_t bytes) {
  if (kSanitized) return;
  std::ifstream pages("/proc/self/statm");
  std::uint64_t used = 0;
  pages >> used;
  const rlim_t limit = used * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE)) + bytes;
  const rlimit both{limit, limit};
  setrlimit(RLIMIT_AS, &both);
}

// Runs `check` in a child with limits and returns how it ended: "" for exit code 0.
template <typename Check>
std::string in_child(std::uint64_t memory, const Check& check) {
  std::cout << std::flush;
  const pid_t child = fork();
  if (child == 0) {
    limit_memory(memory);
    alarm(kSeconds);
    bool good = false;
    try {
      good = check();
    } catch (const std::exception& error) {
      std::cout << "  escaped: " << error.what() << "\n";
    }
    std::cout << std::flush;
    _exit(good ? 0 : 1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  if (WIFSIGNALED(status)) {
    return WTERMSIG(status) == SIGALRM ? "it hung"
                                       : "it died of signal " + std::to_string(WTERMSIG(status));
  }
  return WEXITSTATUS(status) == 0 ? "" : "it was not refused as it should be";
}

// Whether every reader ends as it should on each variant of `damage`.
template <typename ReadAll>
bool survives(const Damage& damage, std::uint64_t seed, const std::filesystem::path& path,
              const ReadAll& read_all) {
  bool good = true;
  for (std::uint64_t variant = 0; variant < kVariants; ++variant) {
    Random random(seed, damage.kind, variant);
    write_file(path, damage.make(random));
    bool refused = false;
    for (const std::string& message : read_all(path)) {
      refused |= !message.empty();
      if (!message.empty() && !is_sentence(message)) {
        std::cout << "  variant " << variant << ": " << message.substr(0, 1000) << "\n";
        good = false;
      }
    }
    if (damage.always_refused && !refused) {
      std::cout << "  variant " << variant << " was accepted\n";
      good = false;
    }
  }
  return good;
}

class Fuzz : public testing::TestWithParam<std::string> {
 protected:
  template <typename ReadAll>
  void run(const std::vector<Damage>& damages, std::uint64_t memory, const ReadAll& read_all) {
    static const std::uint64_t seed = fuzz_seed();
    std::cout << "HESSIANSCOPE_FUZZ_SEED=" << seed << "\n";
    const auto damage = std::ranges::find(damages, GetParam(), &Damage::kind);
    const std::filesystem::path path =
        testing::TempDir() + "fuzz_" + std::to_string(getpid()) + "_" + GetParam();
    EXPECT_EQ(in_child(memory, [&] { return survives(*damage, seed, path, read_all); }), "")
        << "seed " << seed;
    std::filesystem::remove(path);
  }
};

class DamagedScenario : public Fuzz {};
class DamagedNpz : public Fuzz {};

TEST_P(DamagedScenario, IsRefusedOrRead) {
  run(scenario_damages(), std::uint64_t{64} << 20, [](const std::filesystem::path& path) {
    return std::vector{refusal([&] {
      const Scenario scenario = read_scenario(path);
      scenario_from_json(scenario_to_json(scenario), "what was written");
    })};
  });
}

TEST_P(DamagedNpz, IsRefusedOrRead) {
  run(npz_damages(), std::uint64_t{1} << 30, [](const std::filesystem::path& path) {
    Scenario scenario;
    scenario.data.source = DataSource::File;
    scenario.data.file = path.string();
    return std::vector{refusal([&] { read_npz(path, {}, std::uint64_t{1} << 28); }),
                       refusal([&] { scenario_in_npz(path); }),
                       refusal([&] { ProblemSource().draw(scenario); })};
  });
}

std::vector<std::string> kinds_of(const std::vector<Damage>& damages) {
  std::vector<std::string> kinds;
  for (const Damage& damage : damages) kinds.push_back(damage.kind);
  return kinds;
}

std::string label_of(const testing::TestParamInfo<std::string>& kind) {
  return kind.param;
}

INSTANTIATE_TEST_SUITE_P(Fuzz, DamagedScenario, testing::ValuesIn(kinds_of(scenario_damages())),
                         label_of);
INSTANTIATE_TEST_SUITE_P(Fuzz, DamagedNpz, testing::ValuesIn(kinds_of(npz_damages())), label_of);

TEST(Fuzz, StartsFromWholeFiles) {
  const std::filesystem::path path = testing::TempDir() + "fuzz_whole_" + std::to_string(getpid());
  write_file(path, whole_scenario());
  EXPECT_EQ(read_scenario(path), Scenario{});
  write_file(path, whole_npz());
  EXPECT_EQ(read_npz(path).size(), 6u);
  EXPECT_EQ(scenario_in_npz(path), Scenario{});
  EXPECT_EQ(read_layer_file(path).d_out, 3);
  std::filesystem::remove(path);
}

TEST(Fuzz, RepeatsAVariantFromItsSeed) {
  for (const auto* damages : {&scenario_damages(), &npz_damages()}) {
    EXPECT_GE(damages->size(), 20u);
    EXPECT_EQ(damaged_file(*damages, "truncated", 3, 7), damaged_file(*damages, "truncated", 3, 7));
    EXPECT_NE(damaged_file(*damages, "noise", 3, 7), damaged_file(*damages, "noise", 4, 7));
  }
}

// A limit nobody meets proves nothing: reading what is legal but large must fail under it.
TEST(Fuzz, MemoryLimitBites) {
  if (kSanitized) GTEST_SKIP() << "no limit on address space under this sanitizer";
  const std::string ending = in_child(std::uint64_t{1} << 20, [] {
    const std::vector<double> large(std::size_t{1} << 20, 1.0);
    return large.back() == 1.0;
  });
  EXPECT_NE(ending, "");
}

}  // namespace
}  // namespace hessianscope::test
