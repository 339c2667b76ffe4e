// Writes one damaged file, for tests of the program as a whole.
//
//   fuzz_cases --list                                  one "FORMAT KIND" per line
//   fuzz_cases FORMAT KIND VARIANT SEED OUT            writes the damaged file
//   fuzz_cases FORMAT whole 0 0 OUT                    writes the undamaged one
//
// Formats: scenario, npz, and archive: a whole .npz archive around a damaged scenario.
#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>

#include "tests/core/data/damage.h"

namespace {

using namespace hessianscope::test;

std::string itself(const std::string& content) {
  return content;
}

struct Format {
  const char* name;
  const std::vector<Damage>& (*damages)();
  std::string (*whole)();
  std::string (*wrap)(const std::string& content);
};
constexpr Format kFormats[] = {{"scenario", scenario_damages, whole_scenario, itself},
                               {"npz", npz_damages, whole_npz, itself},
                               {"archive", scenario_damages, whole_scenario, npz_with_scenario}};

int list() {
  for (const Format& format : kFormats)
    for (const Damage& damage : format.damages())
      std::cout << format.name << " " << damage.kind << "\n";
  return 0;
}

std::string content(const Format& format, const std::string& kind, const char* variant,
                    const char* seed) {
  if (kind == "whole") return format.wrap(format.whole());
  return format.wrap(damaged_file(format.damages(), kind, std::strtoull(variant, nullptr, 10),
                                  std::strtoull(seed, nullptr, 10)));
}

}  // namespace

int main(int count, char** arguments) {
  if (count == 2 && std::string(arguments[1]) == "--list") return list();
  const std::string name = count == 6 ? arguments[1] : "";
  const auto* format = std::find_if(std::begin(kFormats), std::end(kFormats),
                                    [&](const Format& known) { return name == known.name; });
  if (format == std::end(kFormats)) {
    std::cerr << "usage: fuzz_cases --list | scenario|npz|archive KIND VARIANT SEED OUT\n";
    return 2;
  }
  try {
    std::ofstream out(arguments[5], std::ios::binary);
    out << content(*format, arguments[2], arguments[3], arguments[4]) << std::flush;
    return out.good() ? 0 : 1;
  } catch (const std::exception& error) {
    std::cerr << error.what() << "\n";
    return 1;
  }
}
