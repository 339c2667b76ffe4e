// Writes one damaged file, for tests of the program as a whole.
//
//   fuzz_cases --list                                      one "FORMAT KIND" per line
//   fuzz_cases npz|scenario KIND VARIANT SEED OUT          writes the damaged file
//   fuzz_cases npz|scenario whole 0 0 OUT                  writes the undamaged one
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <string>

#include "tests/core/data/damage.h"

namespace {

using namespace hessianscope::test;

int list() {
  for (const Damage& damage : scenario_damages()) std::cout << "scenario " << damage.kind << "\n";
  for (const Damage& damage : npz_damages()) std::cout << "npz " << damage.kind << "\n";
  return 0;
}

std::string content(const std::string& format, const std::string& kind, const char* variant,
                    const char* seed) {
  const bool npz = format == "npz";
  if (kind == "whole") return npz ? whole_npz() : whole_scenario();
  return damaged_file(npz ? npz_damages() : scenario_damages(), kind,
                      std::strtoull(variant, nullptr, 10), std::strtoull(seed, nullptr, 10));
}

}  // namespace

int main(int count, char** arguments) {
  if (count == 2 && std::string(arguments[1]) == "--list") return list();
  const std::string format = count == 6 ? arguments[1] : "";
  if (format != "npz" && format != "scenario") {
    std::cerr << "usage: fuzz_cases --list | npz|scenario KIND VARIANT SEED OUT\n";
    return 2;
  }
  try {
    std::ofstream out(arguments[5], std::ios::binary);
    out << content(format, arguments[2], arguments[3], arguments[4]) << std::flush;
    return out.good() ? 0 : 1;
  } catch (const std::exception& error) {
    std::cerr << error.what() << "\n";
    return 1;
  }
}
