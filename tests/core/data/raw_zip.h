// Zip archives and .npy arrays byte by byte, right or wrong in every field: what the reader is
// tested with must not come from the library that reads it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hessianscope::test {

// A .npy array of version `major`.0 with any text for a header dictionary.
std::string raw_npy(std::string_view dictionary, std::string_view items, int major = 1);

// The dictionary as NumPy writes it; `shape` is "(2, 3)" or whatever it is to be.
std::string npy_dictionary(std::string_view descr, std::string_view shape, bool fortran = false);

// Little-endian bytes of float64 items.
std::string float_items(const std::vector<double>& values);

// One entry of an archive. Unset fields are what the content makes them.
struct RawEntry {
  std::string name;
  std::string content = {};  // before compression
  std::uint16_t method = 0;
  std::uint16_t flags = 0;
  std::optional<std::string> packed = {};  // the bytes in the archive, instead of packed content
  std::optional<std::uint32_t> checksum = {}, packed_size = {}, size = {};
  std::optional<std::uint32_t> offset = {};  // of the local header, as the directory has it
};

// Fields of the end-of-directory record to falsify.
struct RawEnd {
  std::optional<std::uint16_t> entries = {};
  std::optional<std::uint32_t> directory_size = {}, directory_offset = {};
  std::string comment = {};
};

// An archive; method 8 entries are deflated with zlib.
std::string raw_zip(const std::vector<RawEntry>& entries, const RawEnd& end = {});

// A deflated stream of `megabytes` MiB of one byte value, a thousandth of the size, with its
// checksum; made without ever holding the content.
struct PackedRun {
  std::string packed;
  std::uint32_t checksum = 0;
};
PackedRun packed_run(std::string_view start, char value, std::size_t megabytes);

}  // namespace hessianscope::test
