// Named kinds of damage to scenario files and .npz archives, each in any number of variants. A
// variant is a function of kind, number and seed alone.
#pragma once

#include <cstdint>
#include <functional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace hessianscope::test {

class Random {
 public:
  Random(std::uint64_t seed, std::string_view kind, std::uint64_t variant);

  std::size_t below(std::size_t bound);  // uniform on 0 .. bound-1, bound >= 1
  std::string bytes(std::size_t count);
  template <typename Item>
  const Item& pick(const std::vector<Item>& items) {
    return items[below(items.size())];
  }

 private:
  std::mt19937_64 engine_;
};

struct Damage {
  std::string kind;
  std::function<std::string(Random&)> make;  // the bytes of one damaged file
  bool always_refused = true;                // false where some variants are still valid
};

const std::vector<Damage>& scenario_damages();
const std::vector<Damage>& npz_damages();

// The undamaged files that the damages start from.
std::string whole_scenario();
std::string whole_npz();
// An archive that carries that text as its scenario and nothing else.
std::string npz_with_scenario(const std::string& text);

// Damage that knows nothing of the format: cut, flipped, removed, inserted, repeated, swapped,
// overwritten, noise, empty.
std::vector<Damage> byte_damages(const std::function<std::string()>& whole);

// One damaged file; throws std::out_of_range for an unknown kind.
std::string damaged_file(const std::vector<Damage>& damages, std::string_view kind,
                         std::uint64_t variant, std::uint64_t seed);

// HESSIANSCOPE_FUZZ_SEED when it is set, else a new one.
std::uint64_t fuzz_seed();

}  // namespace hessianscope::test
