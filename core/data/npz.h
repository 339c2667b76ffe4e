// Reading and writing .npz archives (a zip of .npy arrays), as NumPy does. Files are untrusted:
// sizes are checked against the archive and a limit before anything is allocated.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <stop_token>
#include <string>
#include <vector>

#include "core/linear_algebra.h"

namespace hessianscope {

using ArrayShape = std::vector<std::int64_t>;  // empty = scalar

// One array: C order after reading, whatever the file had.
struct NpyArray {
  enum class Type { Float64, Int64, UInt8, Unicode };
  Type type = Type::Float64;
  ArrayShape shape;
  std::vector<double> float64;      // float32 files are widened
  std::vector<std::int64_t> int64;  // every integer and boolean type but uint8
  std::vector<std::uint8_t> uint8;
  std::vector<std::string> unicode;  // UTF-8

  std::int64_t count() const;  // product of the shape
};

// Reads the named arrays (all when `names` is empty) of an archive; those it does not have are
// missing from the result. An entry is named with or without ".npy". `limit` bounds the bytes
// that all arrays together take in memory. Throws Error with path, array and cause for anything
// damaged, encrypted, given twice or too large.
std::map<std::string, NpyArray> read_npz(const std::filesystem::path& path,
                                         const std::vector<std::string>& names = {},
                                         std::uint64_t limit = std::uint64_t{4} << 30);

// Builds an archive and writes it in one piece through a FileReplacement, so that a failure leaves
// an older file as it was. Arrays are stored without compression and without times: equal arrays
// give equal files.
//
//   NpzWriter writer;
//   writer.add("W_Q", problem.W_Q);
//   writer.save("layer.npz");
class NpzWriter {
 public:
  NpzWriter();
  ~NpzWriter();
  NpzWriter(NpzWriter&&) noexcept;

  // Matrices and bare pointers are streamed from the caller's memory, which must stay valid until
  // save(); everything else is kept here. A vector of text becomes a fixed-width unicode array.
  void add(std::string name, ArrayShape shape, const double* data);
  void add(std::string name, const Matrix& matrix);
  void add(std::string name, Matrix&&) = delete;
  void add(std::string name, const Vector& vector);
  void add(std::string name, Vector&&) = delete;
  void add(std::string name, double scalar);
  void add(std::string name, ArrayShape shape, std::vector<double> data);
  void add(std::string name, ArrayShape shape, std::vector<std::int64_t> data);
  void add(std::string name, ArrayShape shape, std::vector<std::uint8_t> data);
  void add(std::string name, const std::vector<std::string>& unicode);
  void add(std::string name, ArrayShape shape, const std::vector<std::string>& unicode);
  // A rows x columns matrix that is made while it is written: row(i, out) writes row i.
  void add_rows(std::string name, Index rows, Index columns,
                std::function<void(Index, double*)> row);

  // Throws Error naming path and cause, and Interrupted once `stop` is asked for.
  void save(const std::filesystem::path& path, std::stop_token stop = {});

 private:
  struct Entry;
  std::vector<Entry> entries_;
};

}  // namespace hessianscope
