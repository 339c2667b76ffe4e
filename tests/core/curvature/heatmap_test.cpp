#include "core/curvature/heatmap.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "tests/core/oracle/random_problem.h"

namespace hessianscope {
namespace {

using oracle::TestNumbers;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

DenseHessian random_hessian(Index size, std::uint64_t seed) {
  TestNumbers numbers(seed);
  DenseHessian hessian;
  hessian.outer.resize(size);
  hessian.functional.resize(size);
  // The lower triangle is poisoned: nothing may read it.
  std::fill_n(hessian.outer.data(), size * size, kNaN);
  std::fill_n(hessian.functional.data(), size * size, kNaN);
  for (Index i = 0; i < size; ++i)
    for (Index j = i; j < size; ++j) {
      hessian.outer.data()[i * size + j] = numbers.uniform() < 0.1 ? 0 : numbers.normal();
      hessian.functional.data()[i * size + j] = numbers.uniform() < 0.6 ? 0 : numbers.normal();
    }
  return hessian;
}

// The definition, one cell at a time.
void expect_brute_force(const DenseHessian& hessian, Part part, const EntryWindow& window,
                        Index max_cells) {
  const Heatmap map = pool(hessian, part, window, max_cells);
  ASSERT_EQ(map.window, window);
  const Index longest = std::max(window.rows(), window.columns());
  ASSERT_EQ(map.pooling, (longest + max_cells - 1) / max_cells);
  double largest = 0, smallest = kInfinity;
  for (Index a = 0; a < map.rows; ++a)
    for (Index b = 0; b < map.columns; ++b) {
      double expected = 0;
      bool finite = true;
      for (Index i = window.row_begin + a * map.pooling;
           i < std::min(window.row_end, window.row_begin + (a + 1) * map.pooling); ++i)
        for (Index j = window.column_begin + b * map.pooling;
             j < std::min(window.column_end, window.column_begin + (b + 1) * map.pooling); ++j) {
          const double entry = hessian.entry(part, i, j);
          finite = finite && std::isfinite(entry);
          if (std::abs(entry) > std::abs(expected)) expected = entry;
        }
      const auto at = static_cast<std::size_t>(a * map.columns + b);
      if (!finite) {
        EXPECT_TRUE(std::isnan(map.value[at]));
        EXPECT_TRUE(std::isnan(map.log10_magnitude[at]));
        continue;
      }
      EXPECT_EQ(map.value[at], expected) << a << ", " << b;
      if (expected == 0) {
        EXPECT_EQ(map.log10_magnitude[at], -kInfinity);
      } else {
        EXPECT_FLOAT_EQ(map.log10_magnitude[at],
                        static_cast<float>(std::log10(std::abs(expected))));
        largest = std::max(largest, std::abs(expected));
        smallest = std::min(smallest, std::abs(expected));
      }
    }
  EXPECT_EQ(map.largest, largest);
  EXPECT_EQ(map.smallest, smallest == kInfinity ? 0 : smallest);
}

TEST(Heatmap, EqualsBruteForceOnEveryKindOfWindow) {
  const Index size = 37;
  const DenseHessian hessian = random_hessian(size, 1);
  const std::vector<EntryWindow> windows = {whole_window(size), {3, 20, 3, 20},  {0, 10, 20, 37},
                                            {20, 37, 0, 10},    {5, 30, 10, 22}, {17, 18, 17, 18},
                                            {36, 37, 0, 37},    {0, 37, 0, 1}};
  for (const EntryWindow& window : windows)
    for (const Index cells : {1, 2, 5, 16, 36, 37, 512})
      for (const Part part : {Part::Total, Part::Outer, Part::Functional})
        expect_brute_force(hessian, part, window, cells);
}

TEST(Heatmap, OneEntryThatIsNotFiniteMarksItsCellAlone) {
  for (const double bad : {kNaN, kInfinity, -kInfinity}) {
    DenseHessian hessian = random_hessian(12, 2);
    hessian.outer.data()[3 * 12 + 7] = bad;
    expect_brute_force(hessian, Part::Total, whole_window(12), 4);
    expect_brute_force(hessian, Part::Functional, whole_window(12), 4);
    const Heatmap map = pool(hessian, Part::Outer, whole_window(12), 4);
    EXPECT_EQ(std::count_if(map.value.begin(), map.value.end(),
                            [](double value) { return std::isnan(value); }),
              2);  // the cell and its mirror image
  }
}

TEST(Heatmap, OppositeSignsCancelInTheTotalOnly) {
  DenseHessian hessian = random_hessian(4, 3);
  for (Index i = 0; i < 16; ++i) {
    hessian.outer.data()[i] = 1e-3;
    hessian.functional.data()[i] = -1e-3;
  }
  const Heatmap total = pool(hessian, Part::Total, whole_window(4), 4);
  EXPECT_EQ(total.largest, 0);
  EXPECT_EQ(total.smallest, 0);
  EXPECT_EQ(pool(hessian, Part::Functional, whole_window(4), 4).value[5], -1e-3);
}

TEST(Heatmap, AWindowBeyondTheMatrixIsClipped) {
  const DenseHessian hessian = random_hessian(9, 4);
  EXPECT_EQ(pool(hessian, Part::Total, {-5, 100, 4, 50}, 64).window, (EntryWindow{0, 9, 4, 9}));
  const Heatmap none = pool(hessian, Part::Total, {20, 30, 20, 30}, 64);
  EXPECT_EQ(none.rows, 0);
  EXPECT_TRUE(none.value.empty());
}

TEST(Heatmap, OneBrightRowAmongManySurvives) {
  const Index size = 600;
  DenseHessian hessian;
  hessian.outer.resize(size);
  hessian.functional.resize(size);
  std::fill_n(hessian.outer.data(), size * size, 1e-9);
  std::fill_n(hessian.functional.data(), size * size, 0.0);
  for (Index j = 301; j < size; ++j) hessian.outer.data()[301 * size + j] = 5;
  const Heatmap map = pool(hessian, Part::Total, whole_window(size), 50);
  const Index row = 301 / map.pooling;
  for (Index b = row; b < map.columns; ++b)
    EXPECT_EQ(map.value[static_cast<std::size_t>(row * map.columns + b)], 5);
}

}  // namespace
}  // namespace hessianscope
