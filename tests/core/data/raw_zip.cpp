#include "tests/core/data/raw_zip.h"

#include <zlib.h>

#include <bit>
#include <stdexcept>

namespace hessianscope::test {
namespace {

// The low `bytes` bytes of a value, least significant first.
std::string little(std::uint64_t value, int bytes) {
  std::string text;
  for (int i = 0; i < bytes; ++i) text += static_cast<char>(value >> (8 * i) & 0xFF);
  return text;
}

std::uint32_t checksum_of(std::string_view text) {
  return static_cast<std::uint32_t>(
      crc32(0, reinterpret_cast<const Bytef*>(text.data()), static_cast<uInt>(text.size())));
}

// Deflates without a zlib header, as zip does. Z_FULL_FLUSH leaves a stream that another may
// follow, Z_FINISH ends it.
std::string deflated(std::string_view content, int flush) {
  z_stream stream{};
  if (deflateInit2(&stream, 9, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY) != Z_OK) {
    throw std::runtime_error("zlib cannot start");
  }
  std::string packed(deflateBound(&stream, content.size()) + 64, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(content.data()));
  stream.avail_in = static_cast<uInt>(content.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  deflate(&stream, flush);
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  return packed;
}

}  // namespace

std::string raw_npy(std::string_view dictionary, std::string_view items, int major) {
  std::string text(dictionary);
  text += '\n';
  std::string array = "\x93NUMPY";
  array += static_cast<char>(major);
  array += '\0';
  array += little(text.size(), major == 1 ? 2 : 4);
  return array + text + std::string(items);
}

std::string npy_dictionary(std::string_view descr, std::string_view shape, bool fortran) {
  return "{'descr': '" + std::string(descr) +
         "', 'fortran_order': " + (fortran ? "True" : "False") +
         ", 'shape': " + std::string(shape) + ", }";
}

std::string float_items(const std::vector<double>& values) {
  std::string bytes;
  for (const double value : values) bytes += little(std::bit_cast<std::uint64_t>(value), 8);
  return bytes;
}

std::string raw_zip(const std::vector<RawEntry>& entries, const RawEnd& end) {
  std::string archive, directory;
  for (const RawEntry& entry : entries) {
    const std::string packed = entry.packed        ? *entry.packed
                               : entry.method == 8 ? deflated(entry.content, Z_FINISH)
                                                   : entry.content;
    const std::string common = little(20, 2) + little(entry.flags, 2) + little(entry.method, 2) +
                               little(0, 2) + little(33, 2) +
                               little(entry.checksum.value_or(checksum_of(entry.content)), 4) +
                               little(entry.packed_size.value_or(packed.size()), 4) +
                               little(entry.size.value_or(entry.content.size()), 4) +
                               little(entry.name.size(), 2) + little(0, 2);
    directory += "PK\1\2" + little(20, 2) + common + little(0, 2) + little(0, 2) + little(0, 2) +
                 little(0, 4) + little(entry.offset.value_or(archive.size()), 4) + entry.name;
    archive += "PK\3\4" + common + entry.name + packed;
  }
  const std::uint64_t count = end.entries.value_or(entries.size());
  return archive + directory + "PK\5\6" + little(0, 4) + little(count, 2) + little(count, 2) +
         little(end.directory_size.value_or(directory.size()), 4) +
         little(end.directory_offset.value_or(archive.size()), 4) + little(end.comment.size(), 2) +
         end.comment;
}

PackedRun packed_run(std::string_view start, char value, std::size_t megabytes) {
  constexpr std::size_t kMegabyte = std::size_t{1} << 20;
  const std::string block(kMegabyte, value);
  const std::string packed_block = deflated(block, Z_FULL_FLUSH);
  const std::uint32_t block_checksum = checksum_of(block);
  PackedRun run{deflated(start, Z_FULL_FLUSH), checksum_of(start)};
  for (std::size_t i = 0; i < megabytes; ++i) {
    run.packed += packed_block;
    run.checksum = static_cast<std::uint32_t>(
        crc32_combine(run.checksum, block_checksum, static_cast<z_off_t>(kMegabyte)));
  }
  run.packed += deflated("", Z_FINISH);
  return run;
}

}  // namespace hessianscope::test
