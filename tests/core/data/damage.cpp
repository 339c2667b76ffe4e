#include "tests/core/data/damage.h"

#include <algorithm>
#include <cstdlib>
#include <stdexcept>

namespace hessianscope::test {

Random::Random(std::uint64_t seed, std::string_view kind, std::uint64_t variant) {
  std::vector<std::uint64_t> words = {seed, seed >> 32, variant};
  words.insert(words.end(), kind.begin(), kind.end());
  std::seed_seq sequence(words.begin(), words.end());
  engine_.seed(sequence);
}

std::size_t Random::below(std::size_t bound) {
  return engine_() % bound;
}

std::string Random::bytes(std::size_t count) {
  std::string text(count, '\0');
  for (char& c : text) c = static_cast<char>(engine_());
  return text;
}

std::vector<Damage> byte_damages(const std::function<std::string()>& whole) {
  std::vector<Damage> damages = {
      {"truncated",
       [=](Random& random) {
         const std::string text = whole();
         return text.substr(0, random.below(text.size()));
       }},
      {"bits_flipped",
       [=](Random& random) {
         std::string text = whole();
         for (std::size_t i = 0; i <= random.below(8); ++i) {
           text[random.below(text.size())] ^= static_cast<char>(1 << random.below(8));
         }
         return text;
       }},
      {"bytes_removed",
       [=](Random& random) {
         std::string text = whole();
         text.erase(random.below(text.size()), 1 + random.below(64));
         return text;
       }},
      {"bytes_inserted",
       [=](Random& random) {
         std::string text = whole();
         text.insert(random.below(text.size()), random.bytes(1 + random.below(64)));
         return text;
       }},
      {"bytes_overwritten",
       [=](Random& random) {
         std::string text = whole();
         const std::size_t count = 1 + random.below(std::min<std::size_t>(64, text.size() - 1));
         text.replace(random.below(text.size() - count), count, random.bytes(count));
         return text;
       }},
      {"chunk_repeated",
       [=](Random& random) {
         std::string text = whole();
         const std::size_t begin = random.below(text.size());
         text.insert(begin, text.substr(begin, 1 + random.below(200)));
         return text;
       }},
      {"chunks_swapped",
       [=](Random& random) {
         std::string text = whole();
         const std::size_t half = text.size() / 2, count = 1 + random.below(half / 2);
         const auto first = text.begin() + static_cast<std::ptrdiff_t>(random.below(half - count));
         std::swap_ranges(first, first + static_cast<std::ptrdiff_t>(count),
                          text.begin() + static_cast<std::ptrdiff_t>(half));
         return text;
       }},
      {"garbage_appended",
       [=](Random& random) { return whole() + random.bytes(1 + random.below(1000)); }},
      {"garbage_before",
       [=](Random& random) { return random.bytes(1 + random.below(1000)) + whole(); }},
      {"noise", [](Random& random) { return random.bytes(1 + random.below(5000)); }},
      {"nothing_but_one_byte",
       [](Random& random) {
         return std::string(random.below(3) * random.below(5000), random.bytes(1)[0]);
       }},
  };
  for (Damage& damage : damages) damage.always_refused = false;
  return damages;
}

std::string damaged_file(const std::vector<Damage>& damages, std::string_view kind,
                         std::uint64_t variant, std::uint64_t seed) {
  const auto found = std::ranges::find(damages, kind, &Damage::kind);
  if (found == damages.end()) throw std::out_of_range("no damage " + std::string(kind));
  Random random(seed, kind, variant);
  return found->make(random);
}

std::uint64_t fuzz_seed() {
  const char* text = std::getenv("HESSIANSCOPE_FUZZ_SEED");
  return text != nullptr ? std::strtoull(text, nullptr, 10) : std::random_device{}();
}

}  // namespace hessianscope::test
