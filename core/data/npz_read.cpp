#include <unistd.h>
#include <zip.h>

#include <algorithm>
#include <memory>
#include <new>
#include <set>

#include "core/data/npy_format.h"
#include "core/data/safe_file.h"
#include "core/data/zip_archive.h"
#include "core/error.h"
#include "core/text.h"

namespace hessianscope {
namespace {

constexpr std::int64_t kMostEntries = 4096;
constexpr std::uint64_t kDeflateRatio = 1032;  // no deflated byte stands for more (zlib)

struct EntryCloser {
  void operator()(zip_file_t* entry) const { zip_fclose(entry); }
};
using ArchiveEntry = std::unique_ptr<zip_file_t, EntryCloser>;

ZipArchive open_archive(RegularFile& file) {
  int code = 0;
  const int descriptor = file.release();
  ZipArchive archive(zip_fdopen(descriptor, 0, &code));
  if (!archive) {
    ::close(descriptor);
    zip_error_t error;
    zip_error_init_with_code(&error, code);
    const std::string cause = zip_error_strerror(&error);
    zip_error_fini(&error);
    throw Error("it is not a readable .npz archive (" + cause + ")");
  }
  return archive;
}

// Where each array stands in the archive, by its name without ".npy".
std::map<std::string, zip_uint64_t> list_arrays(zip_t* archive) {
  const zip_int64_t count = zip_get_num_entries(archive, 0);
  if (count > kMostEntries)
    throw Error("it has more than " + std::to_string(kMostEntries) + " arrays");
  std::map<std::string, zip_uint64_t> arrays;
  for (zip_int64_t i = 0; i < count; ++i) {
    const auto index = static_cast<zip_uint64_t>(i);
    const char* raw = zip_get_name(archive, index, ZIP_FL_ENC_RAW);
    if (raw == nullptr) throw Error("entry " + std::to_string(i) + " has no readable name");
    std::string name = raw;
    if (name.ends_with(".npy")) name.resize(name.size() - 4);
    if (!arrays.emplace(name, index).second) {
      throw Error("the array " + in_quotes(name) + " is given twice");
    }
  }
  return arrays;
}

// The checked sizes of an entry; what the archive claims must be possible for its own size.
zip_stat_t entry_sizes(zip_t* archive, zip_uint64_t index, std::uint64_t archive_size) {
  zip_stat_t status;
  zip_stat_init(&status);
  constexpr zip_uint64_t kNeeded =
      ZIP_STAT_SIZE | ZIP_STAT_COMP_SIZE | ZIP_STAT_COMP_METHOD | ZIP_STAT_ENCRYPTION_METHOD;
  if (zip_stat_index(archive, index, 0, &status) != 0 || (status.valid & kNeeded) != kNeeded) {
    throw Error("its place in the archive is damaged");
  }
  if (status.encryption_method != ZIP_EM_NONE) throw Error("it is encrypted");
  if (status.comp_method != ZIP_CM_STORE && status.comp_method != ZIP_CM_DEFLATE) {
    throw Error("it is compressed by method " + std::to_string(status.comp_method) +
                "; stored and deflated arrays can be read");
  }
  const bool stored = status.comp_method == ZIP_CM_STORE;
  const bool possible =
      status.comp_size <= archive_size &&
      (stored ? status.size == status.comp_size : status.size / kDeflateRatio <= status.comp_size);
  if (!possible) throw Error("it claims a size that its place in the archive cannot hold");
  return status;
}

void read_exactly(zip_file_t* entry, char* buffer, std::uint64_t size) {
  const zip_int64_t count = zip_fread(entry, buffer, size);
  if (count < 0) throw Error("it is damaged (" + std::string(zip_file_strerror(entry)) + ")");
  if (static_cast<std::uint64_t>(count) != size) throw Error("it is cut off");
}

NpyHeader read_header(zip_file_t* entry, std::uint64_t entry_size, std::uint64_t limit) {
  std::string bytes(kNpyPreambleSize, '\0');
  if (entry_size < kNpyPreambleSize) throw Error("it is not a .npy array");
  read_exactly(entry, bytes.data(), bytes.size());
  const NpyHeaderPlace place = locate_npy_header(bytes);
  if (place.end < bytes.size() || place.end > entry_size) throw Error("its header is cut off");
  const std::size_t read = bytes.size();
  bytes.resize(place.end);
  read_exactly(entry, bytes.data() + read, bytes.size() - read);
  NpyHeader header =
      parse_npy_header(std::string_view(bytes).substr(place.begin, place.end - place.begin));
  if (place.end + header.data_size() != entry_size) {
    throw Error("its header promises " + std::to_string(header.data_size()) +
                " bytes of items, but " + std::to_string(entry_size - place.end) + " are there");
  }
  if (header.memory_size() > limit) {
    throw Error("it needs " + std::to_string(header.memory_size()) + " bytes of the " +
                std::to_string(limit) + " that are allowed");
  }
  return header;
}

// Reads one array and takes the memory it needs off `limit`.
NpyArray read_array(zip_t* archive, zip_uint64_t index, std::uint64_t archive_size,
                    std::uint64_t& limit) {
  constexpr std::size_t kChunk = std::size_t{1} << 16;
  const zip_stat_t status = entry_sizes(archive, index, archive_size);
  const ArchiveEntry entry(zip_fopen_index(archive, index, 0));
  if (!entry) throw Error("it is damaged (" + std::string(zip_strerror(archive)) + ")");
  const NpyHeader header = read_header(entry.get(), status.size, limit);
  limit -= header.memory_size();
  NpyArray array;
  array.type = header.type();
  array.shape = header.shape;
  // The array grows with what is really there, so a false promise costs no memory.
  std::string chunk(std::max(kChunk / header.item_size, std::size_t{1}) * header.item_size, '\0');
  for (std::uint64_t left = header.data_size(); left > 0;) {
    const std::uint64_t size = std::min<std::uint64_t>(left, chunk.size());
    read_exactly(entry.get(), chunk.data(), size);
    append_npy_items(header, std::string_view(chunk).substr(0, size), array);
    left -= size;
  }
  // Reading the end makes the library compare the checksum.
  const zip_int64_t beyond = zip_fread(entry.get(), chunk.data(), 1);
  if (beyond < 0)
    throw Error("it is damaged (" + std::string(zip_file_strerror(entry.get())) + ")");
  if (beyond > 0) throw Error("it is longer than the archive says");
  if (header.fortran_order) reorder_from_fortran(array);
  return array;
}

}  // namespace

std::map<std::string, NpyArray> read_npz(const std::filesystem::path& path,
                                         const std::vector<std::string>& names,
                                         std::uint64_t limit) {
  RegularFile file(path);
  const std::uint64_t archive_size = file.size();
  std::map<std::string, NpyArray> result;
  std::string place = path.string();
  try {
    const ZipArchive archive = open_archive(file);
    for (const auto& [name, index] : list_arrays(archive.get())) {
      if (!names.empty() && std::ranges::find(names, name) == names.end()) continue;
      place = path.string() + ": array " + in_quotes(name);
      result.emplace(name, read_array(archive.get(), index, archive_size, limit));
    }
  } catch (const Error& error) {
    throw Error(place + ": " + error.what());
  } catch (const std::bad_alloc&) {
    throw Error(place + ": there is not enough memory to read it");
  }
  return result;
}

}  // namespace hessianscope
