#include "core/curvature/kronecker_term.h"

#include <gtest/gtest.h>

#include <cmath>
#include <tuple>

#include "tests/core/curvature/synthetic_curvature.h"

namespace hessianscope {
namespace {

using oracle::TermParts;
using oracle::TestNumbers;

constexpr double kTolerance = 1e-13;

// rows of one k x k tile or more: every extent can be one.
struct Extents {
  Index n, k, n2, k2, tokens;
};

class KroneckerForms : public testing::TestWithParam<std::tuple<Slot, Slot, Extents>> {};

TEST_P(KroneckerForms, EntriesAndPanelsFollowTheDefinition) {
  const auto& [row_slot, column_slot, extents] = GetParam();
  const Block row{"A", extents.n, extents.k, 0}, column{"B", extents.n2, extents.k2, 0};
  TestNumbers numbers(7);
  const TermParts parts =
      oracle::random_term(numbers, row, column, row_slot, column_slot, extents.tokens, false);
  const KroneckerTerm term = oracle::make_term(row, column, parts);
  std::vector<double> scratch;
  for (Index p = 0; p < row.rows; ++p)
    for (Index first = 0; first < column.rows; ++first) {
      Matrix panel = Matrix::Constant(row.columns, (column.rows - first) * column.columns, 0.5);
      term.add_panel(p, first, panel.data(), panel.cols(), scratch);
      for (Index q = 0; q < row.columns; ++q)
        for (Index p2 = first; p2 < column.rows; ++p2)
          for (Index q2 = 0; q2 < column.columns; ++q2) {
            const double expected = oracle::term_entry(column, parts, p, q, p2, q2);
            const double scale = 1 + std::abs(expected);
            EXPECT_NEAR(term.entry(p, q, p2, q2), expected, kTolerance * scale);
            EXPECT_NEAR(panel(q, (p2 - first) * column.columns + q2), expected + 0.5,
                        kTolerance * scale);
          }
    }
}

INSTANTIATE_TEST_SUITE_P(
    All, KroneckerForms,
    testing::Combine(testing::Values(Slot::In, Slot::Out), testing::Values(Slot::In, Slot::Out),
                     testing::Values(Extents{3, 4, 5, 2, 6}, Extents{1, 1, 1, 1, 1},
                                     Extents{2, 1, 3, 5, 1}, Extents{1, 6, 2, 1, 9})));

class SymmetricForms : public testing::TestWithParam<Slot> {};

TEST_P(SymmetricForms, PackedTermEqualsTheDefinition) {
  const Block block{"A", 4, 5, 0};
  TestNumbers numbers(11);
  const TermParts parts =
      oracle::random_term(numbers, block, block, GetParam(), GetParam(), 6, true);
  const KroneckerTerm term = oracle::make_term(block, block, parts);
  std::vector<double> scratch;
  for (Index p = 0; p < block.rows; ++p) {
    Matrix panel = Matrix::Zero(block.columns, (block.rows - p) * block.columns);
    term.add_panel(p, p, panel.data(), panel.cols(), scratch);
    for (Index q = 0; q < block.columns; ++q)
      for (Index p2 = p; p2 < block.rows; ++p2)
        for (Index q2 = 0; q2 < block.columns; ++q2) {
          const double expected = oracle::term_entry(block, parts, p, q, p2, q2);
          EXPECT_NEAR(panel(q, (p2 - p) * block.columns + q2), expected,
                      kTolerance * (1 + std::abs(expected)));
          EXPECT_NEAR(term.entry(p, q, p2, q2), expected, kTolerance * (1 + std::abs(expected)));
        }
  }
}

INSTANTIATE_TEST_SUITE_P(Both, SymmetricForms, testing::Values(Slot::In, Slot::Out));

// Wide enough that a panel is formed in several pieces.
TEST(KroneckerTerm, PiecesOfALargePanelJoin) {
  const Block row{"A", 2, 90, 0}, column{"B", 70, 80, 0};
  TestNumbers numbers(3);
  for (const Slot column_slot : {Slot::In, Slot::Out}) {
    const TermParts parts =
        oracle::random_term(numbers, row, column, Slot::In, column_slot, 2, false);
    const KroneckerTerm term = oracle::make_term(row, column, parts);
    Matrix panel = Matrix::Zero(row.columns, column.size());
    std::vector<double> scratch;
    term.add_panel(1, 0, panel.data(), panel.cols(), scratch);
    double worst = 0;
    for (Index q = 0; q < row.columns; ++q)
      for (Index p2 = 0; p2 < column.rows; ++p2)
        for (Index q2 = 0; q2 < column.columns; ++q2)
          worst = std::max(worst, std::abs(panel(q, p2 * column.columns + q2) -
                                           oracle::term_entry(column, parts, 1, q, p2, q2)));
    EXPECT_LT(worst, kTolerance * 10);
  }
}

}  // namespace
}  // namespace hessianscope
