// How the parameter vector of a model divides into weight matrices.
#pragma once

#include <string>
#include <vector>

#include "core/linear_algebra.h"

namespace hessianscope {

// One weight matrix: its entries are the parameters offset .. offset + size() - 1, row-major.
struct Block {
  std::string name;  // as in files: "W_Q", "W_1" ...
  Index rows = 0, columns = 0;
  Index offset = 0;
  Index size() const { return rows * columns; }
};

// A parameter by its place: entry (row, column) of weight matrix `block`.
struct Parameter {
  Index block = 0, row = 0, column = 0;
};

class BlockLayout {
 public:
  BlockLayout() = default;
  // Offsets are assigned in the order given.
  explicit BlockLayout(std::vector<Block> blocks);

  Index parameters() const { return parameters_; }  // P
  Index count() const { return static_cast<Index>(blocks_.size()); }
  const Block& operator[](Index block) const { return blocks_[static_cast<std::size_t>(block)]; }
  const std::vector<Block>& blocks() const { return blocks_; }

  Parameter locate(Index parameter) const;
  std::string describe(Index parameter) const;  // "W_Q[3,7]"

 private:
  std::vector<Block> blocks_;
  Index parameters_ = 0;
};

}  // namespace hessianscope
