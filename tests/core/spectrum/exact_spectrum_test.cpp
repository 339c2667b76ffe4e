#include "core/spectrum/exact_spectrum.h"

#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <latch>
#include <limits>
#include <numbers>
#include <string>
#include <thread>

#include "tests/core/spectrum/symmetric_matrices.h"

namespace hessianscope {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

Vector eigenvalues_of(const Matrix& matrix) {
  UpperTriangle triangle = upper_triangle(matrix);
  return symmetric_eigenvalues(triangle);
}

Vector sorted(Vector values) {
  std::sort(values.begin(), values.end());
  return values;
}

void expect_close(const Vector& actual, const Vector& expected, double tolerance) {
  ASSERT_EQ(actual.size(), expected.size());
  if (expected.size() == 0) return;
  const double scale = expected.cwiseAbs().maxCoeff();
  EXPECT_LE((actual - expected).cwiseAbs().maxCoeff(), tolerance * scale);
}

// 2 on the diagonal and -1 beside it: eigenvalues 2 - 2 cos(k pi / (P + 1)).
Matrix second_difference(Index size) {
  Matrix result = 2 * Matrix::Identity(size, size);
  result.diagonal(1).setConstant(-1);
  result.diagonal(-1).setConstant(-1);
  return result;
}

Vector second_difference_eigenvalues(Index size) {
  Vector result(size);
  for (Index k = 0; k < size; ++k)
    result[k] = 2 - 2 * std::cos(static_cast<double>(k + 1) * std::numbers::pi /
                                 static_cast<double>(size + 1));
  return result;
}

class SpectrumOfSize : public testing::TestWithParam<Index> {};

TEST_P(SpectrumOfSize, MatchesSlowReference) {
  const Matrix matrix = random_symmetric(GetParam(), 7);
  const Eigen::SelfAdjointEigenSolver<Matrix> reference(matrix, Eigen::EigenvaluesOnly);
  expect_close(eigenvalues_of(matrix), reference.eigenvalues(), 1e-12);
}

TEST_P(SpectrumOfSize, FindsPrescribedEigenvalues) {
  // Many zeros, a multiple eigenvalue, both signs and fifteen decades, as Hessians have them.
  Vector expected = Vector::Zero(GetParam());
  for (Index k = 0; k < expected.size(); k += 2)
    expected[k] = k % 4 == 0 ? 0.75 : -std::pow(10.0, -static_cast<double>(k % 15));
  expect_close(eigenvalues_of(with_eigenvalues(expected, 11)), sorted(expected), 1e-12);
}

TEST_P(SpectrumOfSize, MatchesClosedFormOfSecondDifference) {
  expect_close(eigenvalues_of(second_difference(GetParam())),
               second_difference_eigenvalues(GetParam()), 1e-12);
}

TEST_P(SpectrumOfSize, SurvivesEntriesNearTheEndsOfDouble) {
  const Index size = GetParam();
  for (const double scale : {1e200, 1e-200, 1e-300}) {
    const Matrix matrix = scale * second_difference(size);
    expect_close(eigenvalues_of(matrix) / scale, second_difference_eigenvalues(size), 1e-12);
  }
}

TEST_P(SpectrumOfSize, DiagonalComesBackSorted) {
  const Vector diagonal = random_vector(GetParam(), 3);
  expect_close(eigenvalues_of(diagonal.asDiagonal()), sorted(diagonal), 1e-15);
}

TEST_P(SpectrumOfSize, RankOneHasOneEigenvalue) {
  const Vector v = random_vector(GetParam(), 5);
  Vector expected = Vector::Zero(GetParam());
  expected[GetParam() - 1] = v.squaredNorm();
  const Vector eigenvalues = eigenvalues_of(v * v.transpose());
  expect_close(eigenvalues, expected, 1e-12);
  const double norm = v.squaredNorm();
  const Spectrum spectrum = summarize(Part::Outer, eigenvalues, norm, norm);
  EXPECT_EQ(spectrum.positive, 1);
  EXPECT_EQ(spectrum.zero, GetParam() - 1);
  EXPECT_TRUE(spectrum.self_check_passed);
}

TEST_P(SpectrumOfSize, ZeroMatrixIsAllZero) {
  const Vector eigenvalues = eigenvalues_of(Matrix::Zero(GetParam(), GetParam()));
  const Spectrum spectrum = summarize(Part::Total, eigenvalues, 0, 0);
  EXPECT_EQ(eigenvalues, Vector::Zero(GetParam()));
  EXPECT_EQ(spectrum.zero, GetParam());
  EXPECT_EQ(spectrum.zero_tolerance, 0);
  EXPECT_EQ(spectrum.trace_error, 0);
  EXPECT_EQ(spectrum.frobenius_error, 0);
  EXPECT_TRUE(spectrum.self_check_passed);
}

TEST_P(SpectrumOfSize, RefusesEntriesThatAreNotFinite) {
  const Index row = GetParam() / 2, column = GetParam() - 1;
  for (const double bad : {kNaN, kInfinity, -kInfinity}) {
    Matrix matrix = random_symmetric(GetParam(), 9);
    matrix(row, column) = bad;
    matrix(column, column) = bad;  // a later one: the first is named
    UpperTriangle triangle = upper_triangle(matrix);
    try {
      symmetric_eigenvalues(triangle);
      FAIL() << "accepted " << bad;
    } catch (const NotFinite& error) {
      EXPECT_EQ(error.row, row);
      EXPECT_EQ(error.column, column);
      const std::string sentence = error.what();
      EXPECT_NE(sentence.find("row " + std::to_string(row)), std::string::npos) << sentence;
      EXPECT_NE(sentence.find("column " + std::to_string(column)), std::string::npos) << sentence;
    }
    // No solver has run: what comes before the bad entry is as it was.
    if (row > 0) {
      EXPECT_EQ(triangle(0, 0), matrix(0, 0));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Sizes, SpectrumOfSize,
                         testing::Values(1, 2, 3, 31, 32, 33, 64, 257, 999, 1000, 1001, 1100));

TEST(ExactSpectrum, EmptyMatrixHasNoEigenvalues) {
  UpperTriangle empty;
  const Vector eigenvalues = symmetric_eigenvalues(empty);
  EXPECT_EQ(eigenvalues.size(), 0);
  const Spectrum spectrum = summarize(Part::Total, eigenvalues, 0, 0);
  EXPECT_TRUE(spectrum.self_check_passed);
  EXPECT_EQ(spectrum.minimum(), 0);
  EXPECT_EQ(spectrum.maximum(), 0);
}

TEST(ExactSpectrum, CountsZerosOfTheMultiplicationTable) {
  const Vector v{{1, 2, 3}};
  const Spectrum spectrum = summarize(Part::Total, eigenvalues_of(v * v.transpose()), 14, 14);
  EXPECT_EQ(spectrum.negative, 0);
  EXPECT_EQ(spectrum.zero, 2);
  EXPECT_EQ(spectrum.positive, 1);
  EXPECT_NEAR(spectrum.maximum(), 14, 14e-15);
  EXPECT_DOUBLE_EQ(spectrum.zero_tolerance,
                   3 * std::numeric_limits<double>::epsilon() * spectrum.maximum());
}

TEST(ExactSpectrum, AnEigenvalueBeyondDoubleIsAnError) {
  for (const Index size : {Index{4}, Index{1004}}) {
    UpperTriangle triangle = upper_triangle(Matrix::Constant(size, size, 1e308));
    EXPECT_THROW(symmetric_eigenvalues(triangle), Error);
  }
}

TEST(ExactSpectrum, StopIsHonouredAboveTheInterruptibleSizeOnly) {
  std::stop_source source;
  source.request_stop();
  UpperTriangle small = upper_triangle(second_difference(kInterruptibleSize));
  EXPECT_EQ(symmetric_eigenvalues(small, source.get_token()).size(), kInterruptibleSize);
  UpperTriangle large = upper_triangle(second_difference(kInterruptibleSize + 1));
  EXPECT_THROW(symmetric_eigenvalues(large, source.get_token()), Interrupted);
}

TEST(ExactSpectrum, StopOnTheWayAbandonsTheReduction) {
  UpperTriangle triangle = upper_triangle(random_symmetric(2000, 13));
  std::stop_source source;
  std::latch started(1);
  std::jthread asking([&] {
    started.wait();
    source.request_stop();
  });
  started.count_down();
  EXPECT_THROW(symmetric_eigenvalues(triangle, source.get_token()), Interrupted);
}

TEST(Summarize, ChecksTraceAndNorm) {
  const Vector eigenvalues{{-3, 0, 4}};
  EXPECT_TRUE(summarize(Part::Total, eigenvalues, 1, 5).self_check_passed);

  const Spectrum wrong_trace = summarize(Part::Total, eigenvalues, 1 + 7e-10, 5);
  EXPECT_NEAR(wrong_trace.trace_error, 1e-10, 1e-15);
  EXPECT_FALSE(wrong_trace.self_check_passed);

  const Spectrum wrong_norm = summarize(Part::Total, eigenvalues, 1, 5 * (1 + 1e-10));
  EXPECT_NEAR(wrong_norm.frobenius_error, 2e-10, 1e-15);
  EXPECT_FALSE(wrong_norm.self_check_passed);

  EXPECT_FALSE(summarize(Part::Total, eigenvalues, kNaN, 5).self_check_passed);
  EXPECT_FALSE(summarize(Part::Total, eigenvalues, 1, kNaN).self_check_passed);
  EXPECT_FALSE(summarize(Part::Total, Vector::Zero(3), 1, 0).self_check_passed);
}

TEST(Summarize, ToleratesTinyErrorsAndExtremeScales) {
  for (const double scale : {1e-200, 1.0, 1e200}) {
    const Vector eigenvalues = scale * Vector{{-3, 0, 4}};
    const Spectrum spectrum =
        summarize(Part::Total, eigenvalues, scale * (1 + 1e-13), scale * 5 * (1 - 1e-13));
    EXPECT_TRUE(spectrum.self_check_passed) << scale;
    EXPECT_EQ(spectrum.negative, 1);
    EXPECT_EQ(spectrum.zero, 1);
    EXPECT_EQ(spectrum.positive, 1);
  }
}

TEST(Summarize, CountsAtTheToleranceAsZero) {
  const double tolerance = 4 * std::numeric_limits<double>::epsilon();
  const Vector eigenvalues{{-tolerance * 1.5, -tolerance, tolerance, 1}};
  const Spectrum spectrum = summarize(Part::Total, eigenvalues, 0, 1);
  EXPECT_EQ(spectrum.zero_tolerance, tolerance);
  EXPECT_EQ(spectrum.negative, 1);
  EXPECT_EQ(spectrum.zero, 2);
  EXPECT_EQ(spectrum.positive, 1);
}

}  // namespace
}  // namespace hessianscope
