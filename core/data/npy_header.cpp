#include <optional>

#include "core/data/npy_format.h"
#include "core/error.h"
#include "core/text.h"

namespace hessianscope {
namespace {

constexpr std::string_view kMagic = "\x93NUMPY";
constexpr std::size_t kLongestHeader = std::size_t{1} << 16;
constexpr std::size_t kMostDimensions = 32;                      // NumPy's own limit
constexpr std::int64_t kMostItems = std::int64_t{1} << 48;       // times an item: below 2^63
constexpr std::int64_t kLongestUnicode = std::int64_t{1} << 12;  // characters per item

// A reader of the few Python literals that make up a header.
class LiteralReader {
 public:
  explicit LiteralReader(std::string_view text) : rest_(text) {}

  bool accept(char token) {
    skip_spaces();
    if (rest_.empty() || rest_.front() != token) return false;
    rest_.remove_prefix(1);
    return true;
  }

  void expect(char token) {
    if (!accept(token)) {
      throw Error("its header is not the dictionary of an array: '" + std::string(1, token) +
                  "' is missing");
    }
  }

  std::string_view string() {
    skip_spaces();
    const char quote = rest_.empty() ? '\0' : rest_.front();
    if (quote != '\'' && quote != '"') throw Error("its header lacks a quoted string");
    const std::size_t end = rest_.find(quote, 1);
    if (end == std::string_view::npos) throw Error("its header has an unfinished string");
    const std::string_view content = rest_.substr(1, end - 1);
    rest_.remove_prefix(end + 1);
    return content;
  }

  bool boolean() {
    skip_spaces();
    for (const std::string_view word : {"True", "False"}) {
      if (rest_.starts_with(word)) {
        rest_.remove_prefix(word.size());
        return word == "True";
      }
    }
    throw Error("its header has a fortran_order that is neither True nor False");
  }

  std::int64_t size() {
    skip_spaces();
    const std::size_t digits = std::min(rest_.find_first_not_of("0123456789"), rest_.size());
    const auto value = parse_integer(rest_.substr(0, digits));
    if (!value || *value > kMostItems) throw Error("its header has a shape that is not possible");
    rest_.remove_prefix(digits);
    accept('L');  // Python 2 marked long integers
    return *value;
  }

  bool at_end() {
    skip_spaces();
    return rest_.empty();
  }

 private:
  void skip_spaces() {
    rest_.remove_prefix(std::min(rest_.find_first_not_of(" \t\n\r"), rest_.size()));
  }

  std::string_view rest_;
};

ArrayShape read_shape(LiteralReader& reader) {
  ArrayShape shape;
  reader.expect('(');
  std::int64_t items = 1;
  while (!reader.accept(')')) {
    const std::int64_t size = reader.size();
    if (shape.size() == kMostDimensions || (size > 0 && items > kMostItems / size)) {
      throw Error("its header has a shape that is not possible");
    }
    items *= std::max<std::int64_t>(size, 1);
    shape.push_back(size);
    if (!reader.accept(',')) {
      reader.expect(')');
      break;
    }
  }
  return shape;
}

void read_type(std::string_view descr, NpyHeader& header) {
  const auto refuse = [&] {
    throw Error("it holds " + in_quotes(descr) +
                "; float64, float32, integers, booleans and unicode can be read");
  };
  if (descr.size() < 3) refuse();
  const char order = descr[0];
  header.kind = descr[1];
  header.big_endian = order == '>';
  const auto size = parse_integer(descr.substr(2));
  if ((order != '<' && order != '>' && order != '|' && order != '=') || !size || *size < 1)
    refuse();
  const bool power_of_two = *size == 1 || *size == 2 || *size == 4 || *size == 8;
  switch (header.kind) {
    case 'f':
      if (*size != 4 && *size != 8) refuse();
      break;
    case 'i':
    case 'u':
      if (!power_of_two) refuse();
      break;
    case 'b':
      if (*size != 1) refuse();
      break;
    case 'U':
      if (*size > kLongestUnicode) refuse();
      break;
    default:
      refuse();
  }
  header.item_size = static_cast<std::size_t>(*size) * (header.kind == 'U' ? 4 : 1);
}

}  // namespace

std::uint64_t NpyHeader::count() const {
  std::uint64_t product = 1;
  for (const std::int64_t size : shape) product *= static_cast<std::uint64_t>(size);
  return product;
}

std::uint64_t NpyHeader::data_size() const {
  return count() * item_size;
}

NpyArray::Type NpyHeader::type() const {
  if (kind == 'f') return NpyArray::Type::Float64;
  if (kind == 'U') return NpyArray::Type::Unicode;
  return kind == 'u' && item_size == 1 ? NpyArray::Type::UInt8 : NpyArray::Type::Int64;
}

std::uint64_t NpyHeader::memory_size() const {
  switch (type()) {
    case NpyArray::Type::UInt8:
      return count();
    case NpyArray::Type::Unicode:
      return count() * (sizeof(std::string) + item_size);
    default:
      return count() * sizeof(double);
  }
}

NpyHeaderPlace locate_npy_header(std::string_view preamble) {
  if (preamble.size() < kNpyPreambleSize || !preamble.starts_with(kMagic)) {
    throw Error("it is not a .npy array");
  }
  const auto byte = [&](std::size_t i) {
    return std::size_t{static_cast<unsigned char>(preamble[i])};
  };
  const std::size_t version = byte(6);
  if (version < 1 || version > 3 || byte(7) != 0) {
    throw Error("it has version " + std::to_string(version) + "." + std::to_string(byte(7)) +
                " of the .npy format; 1.0, 2.0 and 3.0 can be read");
  }
  const std::size_t begin = version == 1 ? 10 : 12;
  std::size_t length = byte(8) | byte(9) << 8;
  if (version > 1) length |= byte(10) << 16 | byte(11) << 24;
  if (length > kLongestHeader) throw Error("its header is longer than 64 KiB");
  return {begin, begin + length};
}

NpyHeader parse_npy_header(std::string_view text) {
  LiteralReader reader(text);
  NpyHeader header;
  bool has_descr = false, has_order = false, has_shape = false;
  reader.expect('{');
  while (!reader.accept('}')) {
    const std::string_view key = reader.string();
    reader.expect(':');
    const auto once = [&](bool& seen) {
      if (seen) throw Error("its header gives " + in_quotes(key) + " twice");
      seen = true;
    };
    if (key == "descr") {
      once(has_descr);
      read_type(reader.string(), header);
    } else if (key == "fortran_order") {
      once(has_order);
      header.fortran_order = reader.boolean();
    } else if (key == "shape") {
      once(has_shape);
      header.shape = read_shape(reader);
    } else {
      throw Error("its header has the unknown key " + in_quotes(key));
    }
    if (!reader.accept(',')) {
      reader.expect('}');
      break;
    }
  }
  if (!has_descr || !has_order || !has_shape) {
    throw Error("its header lacks descr, fortran_order or shape");
  }
  if (!reader.at_end()) throw Error("its header has text after the dictionary");
  return header;
}

std::string npy_preamble(std::string_view descr, const ArrayShape& shape) {
  std::string text = "{'descr': '" + std::string(descr) + "', 'fortran_order': False, 'shape': (";
  for (std::size_t i = 0; i < shape.size(); ++i) {
    text += (i == 0 ? "" : " ") + std::to_string(shape[i]);
    if (shape.size() == 1 || i + 1 < shape.size()) text += ",";
  }
  text += "), }";
  constexpr std::size_t kAlignment = 64, kPrefix = 10;
  const std::size_t unpadded = kPrefix + text.size() + 1;
  text.append((kAlignment - unpadded % kAlignment) % kAlignment, ' ');
  text += '\n';
  std::string preamble(kMagic);
  preamble +=
      {'\x01', '\x00', static_cast<char>(text.size() & 0xFF), static_cast<char>(text.size() >> 8)};
  return preamble + text;
}

}  // namespace hessianscope
