#include "core/curvature/block_layout.h"

#include <algorithm>

namespace hessianscope {

BlockLayout::BlockLayout(std::vector<Block> blocks) : blocks_(std::move(blocks)) {
  for (Block& block : blocks_) {
    block.offset = parameters_;
    parameters_ += block.size();
  }
}

Parameter BlockLayout::locate(Index parameter) const {
  const auto after =
      std::upper_bound(blocks_.begin(), blocks_.end(), parameter,
                       [](Index value, const Block& block) { return value < block.offset; });
  const Index index = after - blocks_.begin() - 1;
  const Block& block = (*this)[index];
  const Index inside = parameter - block.offset;
  return {index, inside / block.columns, inside % block.columns};
}

std::string BlockLayout::describe(Index parameter) const {
  const Parameter place = locate(parameter);
  return (*this)[place.block].name + "[" + std::to_string(place.row) + "," +
         std::to_string(place.column) + "]";
}

}  // namespace hessianscope
