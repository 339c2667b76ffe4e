#include "core/curvature/dense_hessian.h"

#include <gtest/gtest.h>
#include <omp.h>

#include <cmath>

#include "core/error.h"
#include "tests/core/curvature/synthetic_curvature.h"
#include "tests/core/oracle/comparison.h"

namespace hessianscope {
namespace {

constexpr std::array<Part, 3> kParts = {Part::Total, Part::Outer, Part::Functional};

TEST(DenseHessian, AssemblyEqualsSingleEntriesInEveryPart) {
  const Curvature curvature = oracle::synthetic_curvature(6, 1);
  for (const Part part : kParts) {
    const Matrix expected = oracle::entries(curvature, part);
    EXPECT_EQ(expected, expected.transpose());
    EXPECT_LT((oracle::assembled(curvature, part) - expected).norm(), 1e-14 * expected.norm());
  }
}

TEST(DenseHessian, BlocksWithoutFactorsAreExactlyZeroOverOldContent) {
  DenseHessian hessian;
  assemble(oracle::synthetic_curvature(6, 1), hessian);
  const Curvature curvature = oracle::synthetic_curvature(2, 2);
  const BlockNorms norms = assemble(curvature, hessian);
  const Block& c = curvature.layout()[2];
  for (Index i = 0; i < c.size(); ++i)
    for (Index j = 0; j < c.size(); ++j)
      EXPECT_EQ(hessian.entry(Part::Functional, c.offset + i, c.offset + j), 0);
  EXPECT_EQ(norms.of(Part::Functional)(2, 2), 0);
}

TEST(DenseHessian, NormsEqualThoseOfTheWrittenOutBlocks) {
  const Curvature curvature = oracle::synthetic_curvature(5, 3);
  DenseHessian hessian;
  const BlockNorms with_storage = assemble(curvature, hessian);
  const BlockNorms without = block_norms(curvature);
  for (const Part part : kParts) {
    const Matrix whole = oracle::entries(curvature, part);
    EXPECT_NEAR(with_storage.whole(part), whole.norm(), 1e-13 * whole.norm());
    EXPECT_EQ(with_storage.of(part), without.of(part));
    for (Index r = 0; r < curvature.layout().count(); ++r)
      for (Index c = 0; c < curvature.layout().count(); ++c) {
        const Block &row = curvature.layout()[r], &column = curvature.layout()[c];
        const double expected =
            whole.block(row.offset, column.offset, row.size(), column.size()).norm();
        EXPECT_NEAR(without.of(part)(r, c), expected, 1e-13 * expected);
        EXPECT_NEAR(without.root_mean_square(part, curvature.layout(), r, c),
                    expected / std::sqrt(static_cast<double>(row.size() * column.size())),
                    1e-13 * expected);
      }
  }
}

TEST(DenseHessian, TheNumberOfThreadsChangesNothing) {
  const Curvature curvature = oracle::synthetic_curvature(7, 4);
  const int before = omp_get_max_threads();
  omp_set_num_threads(1);
  const Matrix one = oracle::assembled(curvature, Part::Total);
  const BlockNorms norms = block_norms(curvature);
  for (const int threads : {2, 8}) {
    omp_set_num_threads(threads);
    EXPECT_EQ(oracle::assembled(curvature, Part::Total), one);
    for (const Part part : kParts) EXPECT_EQ(block_norms(curvature).of(part), norms.of(part));
  }
  omp_set_num_threads(before);
}

TEST(DenseHessian, CopiesEachPartIntoASolversWorkspace) {
  const Curvature curvature = oracle::synthetic_curvature(4, 5);
  DenseHessian hessian;
  assemble(curvature, hessian);
  UpperTriangle copy;
  for (const Part part : kParts) {
    copy_part(hessian, part, copy);
    ASSERT_EQ(copy.size(), curvature.parameters());
    for (Index i = 0; i < copy.size(); ++i)
      for (Index j = 0; j < copy.size(); ++j) EXPECT_EQ(copy(i, j), hessian.entry(part, i, j));
  }
}

TEST(DenseHessian, DiagonalSumsToTheTrace) {
  const Curvature curvature = oracle::synthetic_curvature(4, 6);
  for (const Part part : kParts) {
    const Matrix whole = oracle::entries(curvature, part);
    EXPECT_LT((curvature.diagonal(part) - whole.diagonal()).norm(), 1e-13 * whole.norm());
  }
}

TEST(DenseHessian, AStopEndsAssemblyAndNorms) {
  const Curvature curvature = oracle::synthetic_curvature(4, 6);
  std::stop_source source;
  source.request_stop();
  DenseHessian hessian;
  EXPECT_THROW(assemble(curvature, hessian, source.get_token()), Interrupted);
  EXPECT_THROW(block_norms(curvature, source.get_token()), Interrupted);
}

TEST(UpperTriangle, KeepsItsStorageForSmallerMatrices) {
  UpperTriangle triangle;
  triangle.resize(64);
  const double* storage = triangle.data();
  triangle.resize(10);
  EXPECT_EQ(triangle.size(), 10);
  EXPECT_EQ(triangle.data(), storage);
  triangle.resize(0);
  EXPECT_EQ(triangle.size(), 0);
}

TEST(UpperTriangle, RefusesWhatNoMachineHolds) {
  UpperTriangle triangle;
  triangle.resize(8);
  EXPECT_THROW(triangle.resize(Index{1} << 29), Error);
  EXPECT_EQ(triangle.size(), 0);
  triangle.resize(8);
  EXPECT_EQ(triangle.size(), 8);
}

}  // namespace
}  // namespace hessianscope
