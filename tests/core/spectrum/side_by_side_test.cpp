#include "core/spectrum/side_by_side.h"

#include <gtest/gtest.h>

#include <limits>

#include "core/error.h"
#include "core/spectrum/exact_spectrum.h"
#include "tests/core/spectrum/symmetric_matrices.h"

namespace hessianscope {
namespace {

TEST(SideBySide, EqualsAlone) {
  // More matrices than threads, unequal sizes, both solvers, one empty.
  std::vector<UpperTriangle> matrices;
  std::vector<Vector> alone;
  for (const Index size : {5, 1100, 0, 300, 1, 1001}) {
    const Matrix matrix = random_symmetric(size, 21);
    UpperTriangle copy = upper_triangle(matrix);
    alone.push_back(symmetric_eigenvalues(copy));
    matrices.push_back(upper_triangle(matrix));
  }
  std::vector<UpperTriangle*> pointers;
  for (UpperTriangle& matrix : matrices) pointers.push_back(&matrix);
  const std::vector<Vector> together = eigenvalues_side_by_side(pointers);
  ASSERT_EQ(together.size(), alone.size());
  for (std::size_t i = 0; i < alone.size(); ++i) {
    ASSERT_EQ(together[i].size(), alone[i].size());
    if (alone[i].size() == 0) continue;
    const double scale = alone[i].cwiseAbs().maxCoeff();
    EXPECT_LE((together[i] - alone[i]).cwiseAbs().maxCoeff(), 1e-13 * scale) << i;
  }
}

TEST(SideBySide, NothingToDo) {
  EXPECT_TRUE(eigenvalues_side_by_side({}).empty());
}

TEST(SideBySide, CarriesErrorsOutOfTheRegion) {
  UpperTriangle good = upper_triangle(random_symmetric(40, 1));
  Matrix spoiled = random_symmetric(40, 2);
  spoiled(3, 7) = std::numeric_limits<double>::quiet_NaN();
  UpperTriangle bad = upper_triangle(spoiled);
  EXPECT_THROW(eigenvalues_side_by_side({&good, &bad}), NotFinite);
}

TEST(SideBySide, CarriesInterruptionOutOfTheRegion) {
  std::stop_source source;
  source.request_stop();
  UpperTriangle first = upper_triangle(random_symmetric(1001, 1));
  UpperTriangle second = upper_triangle(random_symmetric(1001, 2));
  EXPECT_THROW(eigenvalues_side_by_side({&first, &second}, source.get_token()), Interrupted);
}

TEST(SideBySide, AnErrorOutweighsAnInterruption) {
  std::stop_source source;
  source.request_stop();
  UpperTriangle large = upper_triangle(random_symmetric(1001, 1));
  Matrix spoiled = random_symmetric(40, 2);
  spoiled(3, 7) = std::numeric_limits<double>::infinity();
  UpperTriangle bad = upper_triangle(spoiled);
  EXPECT_THROW(eigenvalues_side_by_side({&large, &bad}, source.get_token()), NotFinite);
}

TEST(SolveOrder, GivesThreadsToLargeMatricesOnlyWhenThereAreEnough) {
  EXPECT_EQ(solve_order(768, 2, 2), SolveOrder::SideBySide);
  EXPECT_EQ(solve_order(768, 2, 64), SolveOrder::SideBySide);
  EXPECT_EQ(solve_order(3072, 2, 2), SolveOrder::SideBySide);
  EXPECT_EQ(solve_order(3072, 2, 3), SolveOrder::SideBySide);
  EXPECT_EQ(solve_order(3072, 2, 4), SolveOrder::OneByOne);
  EXPECT_EQ(solve_order(3072, 1, 1), SolveOrder::SideBySide);
  EXPECT_EQ(solve_order(3072, 1, 2), SolveOrder::OneByOne);
  EXPECT_EQ(solve_order(3072, 6, 8), SolveOrder::SideBySide);
}

}  // namespace
}  // namespace hessianscope
