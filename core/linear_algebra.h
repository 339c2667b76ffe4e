// The two dense types every room of the core shares. Matrices are row-major, as is every
// vectorisation of a weight matrix: entry (p, q) of a d x k matrix is parameter p * k + q.
#pragma once

#include <Eigen/Core>

namespace hessianscope {

using Index = Eigen::Index;
using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Vector = Eigen::VectorXd;

}  // namespace hessianscope
