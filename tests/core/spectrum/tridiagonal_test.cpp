#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <cmath>
#include <numbers>
#include <string>

#include "core/error.h"
#include "core/spectrum/panel_tridiagonalization.h"
#include "core/spectrum/tridiagonal_eigenvalues.h"
#include "tests/core/spectrum/symmetric_matrices.h"

namespace hessianscope {
namespace {

Vector reference(const Tridiagonal& matrix) {
  const Index size = matrix.diagonal.size();
  Matrix full = matrix.diagonal.asDiagonal();
  for (Index i = 0; i + 1 < size; ++i) full(i, i + 1) = full(i + 1, i) = matrix.off_diagonal[i];
  return Eigen::SelfAdjointEigenSolver<Matrix>(full, Eigen::EigenvaluesOnly).eigenvalues();
}

void expect_reference(const Tridiagonal& matrix, const std::string& what) {
  const Vector expected = reference(matrix);
  const double scale = expected.cwiseAbs().maxCoeff();
  const Vector actual = tridiagonal_eigenvalues(matrix);
  EXPECT_LE((actual - expected).cwiseAbs().maxCoeff(), 1e-13 * scale)
      << what << ", " << expected.size();
}

constexpr Index kSizes[] = {1, 2, 3, 4, 5, 17, 64, 201};

TEST(TridiagonalEigenvalues, MatchSlowReference) {
  for (const Index size : kSizes) {
    const Vector random = random_vector(size, 61), beside = random_vector(size, 62);
    const Vector place = Vector::LinSpaced(size, 0, 1);
    const Vector graded = (place.array() * -40).exp();
    const Vector half = Vector::Constant(size, 0.5);
    // Every third coupling is exactly zero: the matrix falls apart into pieces.
    Vector broken = beside;
    for (Index i = 0; i < size; i += 3) broken[i] = 0;
    expect_reference({random, beside}, "random");
    expect_reference({graded, 0.3 * graded}, "falling");
    expect_reference({graded.reverse(), 0.3 * graded.reverse()}, "rising");
    expect_reference({random.cwiseProduct(graded), beside.cwiseProduct(graded)}, "mixed signs");
    expect_reference({Vector::Zero(size), half}, "zero diagonal");
    expect_reference({(place.array() - 0.5).abs(), 0.01 * half}, "close pairs");
    expect_reference({random, broken}, "broken");
    expect_reference({Vector::Constant(size, 0.7), 1e-9 * beside}, "nearly multiple");
    expect_reference({random, Vector::Zero(size)}, "diagonal");
    expect_reference({1e-13 * random, 1e-13 * beside}, "tiny");
  }
}

TEST(TridiagonalEigenvalues, MatchClosedFormOfSecondDifference) {
  constexpr Index kSize = 3000;
  const Vector eigenvalues =
      tridiagonal_eigenvalues({Vector::Zero(kSize), Vector::Constant(kSize, 0.5)});
  for (Index k = 0; k < kSize; ++k)
    EXPECT_NEAR(eigenvalues[k],
                -std::cos(static_cast<double>(k + 1) * std::numbers::pi / (kSize + 1)), 1e-13);
}

TEST(TridiagonalEigenvalues, OfNothingAreNothing) {
  EXPECT_EQ(tridiagonal_eigenvalues({}).size(), 0);
  EXPECT_EQ(tridiagonal_eigenvalues({Vector::Zero(9), Vector::Zero(9)}), Vector::Zero(9));
}

TEST(TridiagonalEigenvalues, IgnoreWhatFollowsTheLastCoupling) {
  const Vector eigenvalues = tridiagonal_eigenvalues({Vector{{0, 0}}, Vector{{1, std::nan("")}}});
  EXPECT_NEAR(eigenvalues[0], -1, 1e-15);
  EXPECT_NEAR(eigenvalues[1], 1, 1e-15);
}

TEST(TridiagonalEigenvalues, CanBeAbandoned) {
  std::stop_source source;
  source.request_stop();
  EXPECT_THROW(
      tridiagonal_eigenvalues({random_vector(50, 1), random_vector(50, 2)}, source.get_token()),
      Interrupted);
}

TEST(Tridiagonalize, KeepsEigenvaluesAtEverySize) {
  // Around the trailing block and the panel width.
  for (const Index size : {1, 2, 255, 256, 257, 258, 288, 289, 320, 400}) {
    const Matrix matrix = random_symmetric(size, 17);
    const Vector expected =
        Eigen::SelfAdjointEigenSolver<Matrix>(matrix, Eigen::EigenvaluesOnly).eigenvalues();
    UpperTriangle triangle = upper_triangle(matrix);
    const Vector actual = reference(tridiagonalize(triangle));
    EXPECT_LE((actual - expected).cwiseAbs().maxCoeff(), 1e-13 * expected.cwiseAbs().maxCoeff())
        << size;
  }
}

TEST(Tridiagonalize, KeepsTraceAndNorm) {
  const Matrix matrix = random_symmetric(700, 19);
  UpperTriangle triangle = upper_triangle(matrix);
  const Tridiagonal result = tridiagonalize(triangle);
  EXPECT_NEAR(result.diagonal.sum(), matrix.trace(), 1e-11);
  EXPECT_NEAR(result.diagonal.squaredNorm() + 2 * result.off_diagonal.head(699).squaredNorm(),
              matrix.squaredNorm(), 1e-12 * matrix.squaredNorm());
}

TEST(Tridiagonalize, CanBeAbandoned) {
  std::stop_source source;
  source.request_stop();
  UpperTriangle triangle = upper_triangle(random_symmetric(300, 23));
  EXPECT_THROW(tridiagonalize(triangle, source.get_token()), Interrupted);
}

}  // namespace
}  // namespace hessianscope
