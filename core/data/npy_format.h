// The .npy format (NumPy Enhancement Proposal 1, versions 1.0 to 3.0): header and items.
//
// Errors are causes without a place ("its header is cut off"); the archive reader adds path and
// array. Accepted are float32 and float64, integers of 1 to 8 bytes, booleans and fixed-width
// unicode, in both byte orders and both memory orders; everything else is refused by name.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/data/npz.h"

namespace hessianscope {

struct NpyHeader {
  char kind = 'f';          // f, i, u, b or U, as NumPy names them
  bool big_endian = false;  // byte order of the items
  bool fortran_order = false;
  std::size_t item_size = 8;  // bytes per item
  ArrayShape shape;

  std::uint64_t count() const;      // product of the shape
  std::uint64_t data_size() const;  // bytes of all items in the file
  NpyArray::Type type() const;
  // Bytes the array takes once read, which is more than in the file for small items.
  std::uint64_t memory_size() const;
};

// Bytes that must be read before the length of the header text is known.
inline constexpr std::size_t kNpyPreambleSize = 12;

// Where the header text begins and ends, from the first kNpyPreambleSize bytes. Throws Error for
// anything but a .npy of a known version, and for header texts over 64 KiB.
struct NpyHeaderPlace {
  std::size_t begin = 0, end = 0;
};
NpyHeaderPlace locate_npy_header(std::string_view preamble);

// Reads the header text, a Python dictionary with exactly descr, fortran_order and shape. Sizes
// are bounded so that no product of them overflows. Throws Error.
NpyHeader parse_npy_header(std::string_view text);

// Appends the items in `bytes`, a whole number of them, to `array`, widened to its type. Throws
// Error for what the type cannot hold (an unsigned integer over 2^63 - 1, an ill-formed character).
void append_npy_items(const NpyHeader& header, std::string_view bytes, NpyArray& array);

// Brings the items of a Fortran-order array into C order.
void reorder_from_fortran(NpyArray& array);

// Everything before the items of a C-order array, for items described as "<f8", "|u1" ...: version
// 1.0, padded so that the items start at a multiple of 64 bytes.
std::string npy_preamble(std::string_view descr, const ArrayShape& shape);

}  // namespace hessianscope
