#include <bit>

#include "core/data/npy_format.h"
#include "core/error.h"

namespace hessianscope {
namespace {

// The bytes of one number as an unsigned integer, whatever the machine's own byte order.
std::uint64_t load(const char* bytes, std::size_t size, bool big_endian) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < size; ++i) {
    const std::size_t place = big_endian ? size - 1 - i : i;
    value |= std::uint64_t{static_cast<unsigned char>(bytes[i])} << (8 * place);
  }
  return value;
}

double to_float(std::uint64_t bits, std::size_t size) {
  if (size == 8) return std::bit_cast<double>(bits);
  return double{std::bit_cast<float>(static_cast<std::uint32_t>(bits))};
}

std::int64_t to_integer(std::uint64_t bits, char kind, std::size_t size) {
  if (kind == 'b') return bits != 0;
  if (kind == 'u') {
    if (bits > static_cast<std::uint64_t>(INT64_MAX)) {
      throw Error("it holds an integer over 2^63 - 1");
    }
    return static_cast<std::int64_t>(bits);
  }
  const std::uint64_t sign = std::uint64_t{1} << (8 * size - 1);
  return static_cast<std::int64_t>((bits ^ sign) - sign);  // extends the sign
}

void append_utf8(std::uint64_t character, std::string& text) {
  const bool surrogate = character >= 0xD800 && character <= 0xDFFF;
  if (character > 0x10FFFF || surrogate) throw Error("it holds a character that does not exist");
  const auto tail = [&](int shift) {
    text += static_cast<char>(0x80 | ((character >> shift) & 0x3F));
  };
  if (character < 0x80) {
    text += static_cast<char>(character);
  } else if (character < 0x800) {
    text += static_cast<char>(0xC0 | (character >> 6));
    tail(0);
  } else if (character < 0x10000) {
    text += static_cast<char>(0xE0 | (character >> 12));
    tail(6);
    tail(0);
  } else {
    text += static_cast<char>(0xF0 | (character >> 18));
    tail(12);
    tail(6);
    tail(0);
  }
}

// One fixed-width item; NumPy pads it with zeros that are no part of the text.
std::string to_utf8(const char* bytes, const NpyHeader& header) {
  std::size_t length = header.item_size / 4;
  const auto character = [&](std::size_t i) { return load(bytes + 4 * i, 4, header.big_endian); };
  while (length > 0 && character(length - 1) == 0) --length;
  std::string text;
  for (std::size_t i = 0; i < length; ++i) append_utf8(character(i), text);
  return text;
}

template <typename Item>
void reorder(std::vector<Item>& items, const ArrayShape& shape) {
  std::vector<Item> ordered;
  ordered.reserve(items.size());
  std::vector<std::size_t> strides(shape.size(), 1), index(shape.size(), 0);
  for (std::size_t k = 1; k < shape.size(); ++k) {
    strides[k] = strides[k - 1] * static_cast<std::size_t>(shape[k - 1]);
  }
  std::size_t place = 0;  // of the item at `index` in Fortran order
  while (ordered.size() < items.size()) {
    ordered.push_back(std::move(items[place]));
    for (std::size_t k = shape.size(); k-- > 0;) {  // the next index in C order
      place += strides[k];
      if (++index[k] < static_cast<std::size_t>(shape[k])) break;
      place -= strides[k] * index[k];
      index[k] = 0;
    }
  }
  items = std::move(ordered);
}

}  // namespace

std::int64_t NpyArray::count() const {
  std::int64_t product = 1;
  for (const std::int64_t size : shape) product *= size;
  return product;
}

void append_npy_items(const NpyHeader& header, std::string_view bytes, NpyArray& array) {
  const std::size_t size = header.item_size;
  const auto number = [&](std::size_t at) {
    return load(bytes.data() + at, size, header.big_endian);
  };
  for (std::size_t at = 0; at + size <= bytes.size(); at += size) {
    switch (array.type) {
      case NpyArray::Type::Float64:
        array.float64.push_back(to_float(number(at), size));
        break;
      case NpyArray::Type::Int64:
        array.int64.push_back(to_integer(number(at), header.kind, size));
        break;
      case NpyArray::Type::UInt8:
        array.uint8.push_back(static_cast<std::uint8_t>(number(at)));
        break;
      case NpyArray::Type::Unicode:
        array.unicode.push_back(to_utf8(bytes.data() + at, header));
        break;
    }
  }
}

void reorder_from_fortran(NpyArray& array) {
  if (array.shape.size() < 2) return;
  reorder(array.float64, array.shape);
  reorder(array.int64, array.shape);
  reorder(array.uint8, array.shape);
  reorder(array.unicode, array.shape);
}

}  // namespace hessianscope
