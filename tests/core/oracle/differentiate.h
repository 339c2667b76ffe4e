// The slow and obvious way to loss, gradient and Hessian of any model, to hold the closed forms
// against.
//
// A model is a callable `Grid<Scalar> model(const std::vector<Scalar>& theta)` for any scalar: it
// returns the outputs F, one row per token of the problem.
//
//   total       d2 l(F(theta)) / dtheta2, by hyper-dual numbers through model and loss
//   outer       sum_i J_i^T Lambda_i J_i, Lambda_i by hyper-dual numbers of the loss alone
//   functional  sum_i sum_o r_io d2F_io / dtheta2, r held fixed: never a difference of the others
#pragma once

#include "core/data/problem.h"
#include "tests/core/oracle/grid.h"
#include "tests/core/oracle/hyper_dual.h"

namespace hessianscope::oracle {

// sum_i w_i l_i(F_i), from the definition.
template <class Scalar>
Scalar loss_of(const Problem& problem, const Grid<Scalar>& outputs) {
  using std::exp, std::log;
  Scalar loss = 0;
  for (Index i = 0; i < outputs.rows; ++i) {
    Scalar token_loss = 0;
    if (problem.loss == LossKind::Mse) {
      for (Index o = 0; o < outputs.columns; ++o) {
        const Scalar residual = outputs(i, o) - problem.Y(i, o);
        token_loss += residual * residual / static_cast<double>(outputs.columns);
      }
    } else {
      Scalar sum = 0;
      for (Index o = 0; o < outputs.columns; ++o) sum += exp(outputs(i, o));
      token_loss = log(sum) - outputs(i, problem.labels[static_cast<std::size_t>(i)]);
    }
    loss += problem.token_weights(i) * token_loss;
  }
  return loss;
}

// r (T x d_out) and Lambda (T x d_out^2, row-major) at given outputs.
struct LossDerivatives {
  Matrix gradient, curvature;
};

inline LossDerivatives loss_derivatives(const Problem& problem, const Matrix& outputs) {
  const Index d_out = outputs.cols();
  LossDerivatives result{Matrix(outputs.rows(), d_out), Matrix(outputs.rows(), d_out * d_out)};
  for (Index i = 0; i < outputs.rows(); ++i)
    for (Index o = 0; o < d_out; ++o)
      for (Index o2 = 0; o2 < d_out; ++o2) {
        Grid<HyperDual> seeded(outputs);
        seeded(i, o).e1 = 1;
        seeded(i, o2).e2 = 1;
        const HyperDual loss = loss_of(problem, seeded);
        result.gradient(i, o) = loss.e1;
        result.curvature(i, o * d_out + o2) = loss.e12;
      }
  return result;
}

struct Derivatives {
  double loss = 0;
  Vector gradient;
  Matrix total, outer, functional;  // P x P
  const Matrix& of(Part part) const {
    return part == Part::Total ? total : part == Part::Outer ? outer : functional;
  }
};

template <class Model>
Derivatives differentiate(const Problem& problem, const Model& model, const Vector& theta) {
  const Index parameters = theta.size();
  std::vector<HyperDual> seeded(theta.begin(), theta.end());
  const Grid<HyperDual> plain = model(seeded);
  const Index tokens = plain.rows, d_out = plain.columns;
  Matrix outputs(tokens, d_out);
  for (Index i = 0; i < tokens; ++i)
    for (Index o = 0; o < d_out; ++o) outputs(i, o) = plain(i, o).value;
  const LossDerivatives at_outputs = loss_derivatives(problem, outputs);

  Derivatives result;
  result.loss = loss_of(problem, plain).value;
  result.gradient.resize(parameters);
  result.total.resize(parameters, parameters);
  result.functional.resize(parameters, parameters);
  Matrix jacobian(tokens * d_out, parameters);
  for (Index j = 0; j < parameters; ++j) {
    for (Index k = j; k < parameters; ++k) {
      seeded[static_cast<std::size_t>(j)].e1 = 1;
      seeded[static_cast<std::size_t>(k)].e2 = 1;
      const Grid<HyperDual> F = model(seeded);
      seeded[static_cast<std::size_t>(j)].e1 = 0;
      seeded[static_cast<std::size_t>(k)].e2 = 0;

      const HyperDual loss = loss_of(problem, F);
      result.gradient(j) = loss.e1;
      result.total(j, k) = result.total(k, j) = loss.e12;
      double functional = 0;
      for (Index i = 0; i < tokens; ++i)
        for (Index o = 0; o < d_out; ++o) {
          functional += at_outputs.gradient(i, o) * F(i, o).e12;
          jacobian(i * d_out + o, j) = F(i, o).e1;
        }
      result.functional(j, k) = result.functional(k, j) = functional;
    }
  }
  result.outer.setZero(parameters, parameters);
  for (Index i = 0; i < tokens; ++i) {
    const Matrix J = jacobian.middleRows(i * d_out, d_out);
    const Matrix Lambda =
        Eigen::Map<const Matrix>(at_outputs.curvature.row(i).data(), d_out, d_out);
    result.outer += J.transpose() * Lambda * J;
  }
  return result;
}

}  // namespace hessianscope::oracle
