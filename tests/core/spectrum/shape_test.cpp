#include "core/spectrum/shape.h"

#include <gtest/gtest.h>

#include "tests/core/spectrum/symmetric_matrices.h"

namespace hessianscope {
namespace {

TEST(Shape, NegativeShareLeavesZerosOut) {
  EXPECT_EQ(negative_share(spectrum_of(Vector{{-2, -1, -1e-17, 3}})), 0.5);
  EXPECT_EQ(negative_share(spectrum_of(Vector::Zero(4))), 0);
  EXPECT_EQ(negative_share(spectrum_of(Vector())), 0);
}

TEST(Shape, EffectiveRankCountsEqualMagnitudes) {
  for (const double scale : {1e-200, 1.0, 1e200}) {
    EXPECT_NEAR(effective_rank(spectrum_of(scale * Vector{{-1, 0, 0, 1, 1}})), 3, 1e-14);
    EXPECT_NEAR(effective_rank(spectrum_of(scale * Vector{{0, 0, 7}})), 1, 1e-14);
    EXPECT_NEAR(effective_rank(spectrum_of(scale * Vector{{1, 3}})), 1.6, 1e-14);
  }
  EXPECT_EQ(effective_rank(spectrum_of(Vector::Zero(4))), 0);
  EXPECT_EQ(effective_rank(spectrum_of(Vector())), 0);
}

}  // namespace
}  // namespace hessianscope
