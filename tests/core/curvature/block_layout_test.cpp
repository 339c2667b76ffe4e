#include "core/curvature/block_layout.h"

#include <gtest/gtest.h>

namespace hessianscope {
namespace {

TEST(BlockLayout, OffsetsFollowTheOrderGiven) {
  const BlockLayout layout({{"W_Q", 3, 4}, {"W_K", 3, 4}, {"W_V", 3, 2}});
  EXPECT_EQ(layout.parameters(), 30);
  EXPECT_EQ(layout[1].offset, 12);
  EXPECT_EQ(layout[2].offset, 24);
}

TEST(BlockLayout, LocatesEveryParameterRowMajor) {
  const BlockLayout layout({{"W_1", 2, 3}, {"W_2", 3, 5}});
  Index parameter = 0;
  for (Index block = 0; block < layout.count(); ++block)
    for (Index row = 0; row < layout[block].rows; ++row)
      for (Index column = 0; column < layout[block].columns; ++column, ++parameter) {
        const Parameter place = layout.locate(parameter);
        EXPECT_EQ(place.block, block);
        EXPECT_EQ(place.row, row);
        EXPECT_EQ(place.column, column);
      }
  EXPECT_EQ(parameter, layout.parameters());
  EXPECT_EQ(layout.describe(0), "W_1[0,0]");
  EXPECT_EQ(layout.describe(6 + 5 + 2), "W_2[1,2]");
}

}  // namespace
}  // namespace hessianscope
