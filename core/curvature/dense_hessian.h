// The Hessian written out: both parts as P x P arrays of which only the upper triangle is kept.
#pragma once

#include <memory>
#include <stop_token>

#include "core/curvature/block_norms.h"
#include "core/curvature/curvature.h"

namespace hessianscope {

// Row-major P x P storage whose upper triangle (column >= row) is defined; what lies below is
// never read and hardly written, so the machine need not provide most of its pages. To LAPACK,
// which counts by columns, this is the lower triangle. Storage is kept when a smaller matrix
// follows.
class UpperTriangle {
 public:
  void resize(Index size);
  Index size() const { return size_; }
  double* data() { return data_.get(); }
  const double* data() const { return data_.get(); }
  double operator()(Index i, Index j) const {
    return i <= j ? data_[i * size_ + j] : data_[j * size_ + i];
  }

 private:
  struct Free {
    void operator()(double* pointer) const;
  };
  std::unique_ptr<double[], Free> data_;
  Index size_ = 0, capacity_ = 0;
};

// Workspaces for one model, reused from frame to frame.
struct DenseHessian {
  UpperTriangle outer, functional;
  Index size() const { return outer.size(); }
  double entry(Part part, Index i, Index j) const;
};

// Assembles both parts on all cores and returns their block norms and the total's, which come
// with it for free. Equal for any number of threads. Throws Interrupted when stopped.
BlockNorms assemble(const Curvature& curvature, DenseHessian& out, std::stop_token stop = {});

// Writes the upper triangle of one part (total = outer + functional) into `out`.
void copy_part(const DenseHessian& hessian, Part part, UpperTriangle& out);

}  // namespace hessianscope
