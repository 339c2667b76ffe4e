#include <zip.h>

#include <bit>
#include <memory>
#include <variant>

#include "core/data/npy_format.h"
#include "core/data/row_source.h"
#include "core/data/safe_file.h"
#include "core/data/zip_archive.h"
#include "core/error.h"

namespace hessianscope {
namespace {

// Items are written as they lie in memory.
static_assert(std::endian::native == std::endian::little);

int is_stopped(zip_t*, void* stop) {
  return static_cast<std::stop_token*>(stop)->stop_requested() ? 1 : 0;
}

// The code points of well-formed UTF-8.
std::vector<std::uint32_t> code_points(const std::string& text) {
  std::vector<std::uint32_t> points;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if ((byte & 0xC0) == 0x80) {
      points.back() = points.back() << 6 | (byte & 0x3F);
    } else {
      // A lead byte of n bytes has n ones and a zero before its bits of the code point.
      const int ones = std::countl_one(byte);
      points.push_back(ones == 0 ? byte : byte & (0x7F >> ones));
    }
  }
  return points;
}

}  // namespace

struct NpzWriter::Entry {
  std::string name;
  std::string preamble{};
  std::variant<std::monostate, std::vector<double>, std::vector<std::int64_t>,
               std::vector<std::uint8_t>, std::vector<std::uint32_t>>
      owned{};
  RowStream rows{};  // instead of items, where it has a function
  const void* items = nullptr;
  std::uint64_t size = 0;  // bytes of the items

  template <typename Item>
  static Entry keeping(std::string name, std::string_view descr, ArrayShape shape,
                       std::vector<Item> items) {
    Entry entry{.name = std::move(name), .preamble = npy_preamble(descr, shape)};
    entry.size = items.size() * sizeof(Item);
    entry.items = items.data();  // stays where it is when the vector moves
    entry.owned = std::move(items);
    return entry;
  }

  // Null when libzip has no memory; the archive then holds the error.
  zip_source_t* source(zip_t* archive) const {
    if (rows.row) return row_source(archive, rows);
    // The library copies the list of fragments, not what they point to, and only reads that.
    zip_buffer_fragment_t fragments[] = {
        {reinterpret_cast<zip_uint8_t*>(const_cast<char*>(preamble.data())), preamble.size()},
        {static_cast<zip_uint8_t*>(const_cast<void*>(items)), size}};
    return zip_source_buffer_fragment(archive, fragments, size > 0 ? 2 : 1, 0);
  }
};

NpzWriter::NpzWriter() = default;
NpzWriter::~NpzWriter() = default;
NpzWriter::NpzWriter(NpzWriter&&) noexcept = default;

void NpzWriter::add(std::string name, ArrayShape shape, const double* data) {
  Entry entry{.name = std::move(name), .preamble = npy_preamble("<f8", shape)};
  entry.items = data;
  entry.size = sizeof(double);
  for (const std::int64_t size : shape) entry.size *= static_cast<std::uint64_t>(size);
  entries_.push_back(std::move(entry));
}

void NpzWriter::add(std::string name, const Matrix& matrix) {
  add(std::move(name), {matrix.rows(), matrix.cols()}, matrix.data());
}

void NpzWriter::add(std::string name, const Vector& vector) {
  add(std::move(name), {vector.size()}, vector.data());
}

void NpzWriter::add(std::string name, double scalar) {
  add(std::move(name), {}, std::vector<double>{scalar});
}

void NpzWriter::add(std::string name, ArrayShape shape, std::vector<double> data) {
  entries_.push_back(Entry::keeping(std::move(name), "<f8", std::move(shape), std::move(data)));
}

void NpzWriter::add(std::string name, ArrayShape shape, std::vector<std::int64_t> data) {
  entries_.push_back(Entry::keeping(std::move(name), "<i8", std::move(shape), std::move(data)));
}

void NpzWriter::add(std::string name, ArrayShape shape, std::vector<std::uint8_t> data) {
  entries_.push_back(Entry::keeping(std::move(name), "|u1", std::move(shape), std::move(data)));
}

void NpzWriter::add(std::string name, const std::vector<std::string>& unicode) {
  add(std::move(name), {static_cast<std::int64_t>(unicode.size())}, unicode);
}

void NpzWriter::add(std::string name, ArrayShape shape, const std::vector<std::string>& unicode) {
  std::vector<std::vector<std::uint32_t>> texts;
  std::size_t width = 1;  // NumPy has no text of width 0
  for (const std::string& text : unicode) {
    texts.push_back(code_points(text));
    width = std::max(width, texts.back().size());
  }
  std::vector<std::uint32_t> items;
  for (std::vector<std::uint32_t>& text : texts) {
    text.resize(width, 0);
    items.insert(items.end(), text.begin(), text.end());
  }
  entries_.push_back(Entry::keeping(std::move(name), "<U" + std::to_string(width), std::move(shape),
                                    std::move(items)));
}

void NpzWriter::add_rows(std::string name, Index rows, Index columns,
                         std::function<void(Index, double*)> row) {
  Entry entry{.name = std::move(name)};
  entry.rows = {npy_preamble("<f8", {rows, columns}), rows, columns, std::move(row)};
  entries_.push_back(std::move(entry));
}

void NpzWriter::save(const std::filesystem::path& path, std::stop_token stop) {
  FileReplacement replacement(path);
  const auto fail = [&](const std::string& cause) {
    throw Error(path.string() + " cannot be written: " + cause);
  };
  int code = 0;
  ZipArchive archive(zip_open(replacement.temporary().c_str(), ZIP_CREATE | ZIP_TRUNCATE, &code));
  if (!archive) fail("the archive cannot be begun (libzip error " + std::to_string(code) + ")");
  for (const Entry& entry : entries_) {
    zip_source_t* source = entry.source(archive.get());
    const zip_int64_t index =
        source == nullptr
            ? -1
            : zip_file_add(archive.get(), (entry.name + ".npy").c_str(), source, ZIP_FL_ENC_UTF_8);
    if (index < 0) {
      zip_source_free(source);
      fail("array " + entry.name + ": " + zip_strerror(archive.get()));
    }
    constexpr zip_uint16_t kFirstOfJanuary1980 = 33;
    const auto place = static_cast<zip_uint64_t>(index);
    if (zip_set_file_compression(archive.get(), place, ZIP_CM_STORE, 0) != 0 ||
        zip_file_set_dostime(archive.get(), place, 0, kFirstOfJanuary1980, 0) != 0) {
      fail("array " + entry.name + ": " + zip_strerror(archive.get()));
    }
  }
  zip_register_cancel_callback_with_state(archive.get(), is_stopped, nullptr, &stop);
  if (zip_close(archive.get()) != 0) {
    if (stop.stop_requested()) throw Interrupted();
    fail(zip_strerror(archive.get()));
  }
  archive.release();  // zip_close has freed it
  replacement.commit();
}

}  // namespace hessianscope
