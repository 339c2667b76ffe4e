#include "core/curvature/dense_hessian.h"

#include <cstdlib>
#include <string>

#include "core/curvature/panel_walk.h"
#include "core/error.h"

namespace hessianscope {
namespace {

constexpr Index kKeptEntries = Index{1} << 25;  // 256 MiB are not worth giving back

}  // namespace

void UpperTriangle::Free::operator()(double* pointer) const {
  std::free(pointer);
}

void UpperTriangle::resize(Index size) {
  const Index entries = size * size;
  const bool wasteful = capacity_ > kKeptEntries && entries < capacity_ / 4;
  if (entries > capacity_ || wasteful) {
    data_.reset();
    size_ = capacity_ = 0;
    constexpr std::size_t kAlignment = 64;
    const std::size_t bytes =
        (static_cast<std::size_t>(entries) * sizeof(double) + kAlignment - 1) / kAlignment *
        kAlignment;
    data_.reset(static_cast<double*>(std::aligned_alloc(kAlignment, bytes)));
    if (!data_ && entries > 0)
      throw Error("not enough memory for a Hessian of " + std::to_string(size) + " x " +
                  std::to_string(size) + " numbers; a smaller d_model, d_key or MLP width fits");
    capacity_ = entries;
  }
  size_ = size;
}

double DenseHessian::entry(Part part, Index i, Index j) const {
  switch (part) {
    case Part::Outer:
      return outer(i, j);
    case Part::Functional:
      return functional(i, j);
    default:
      return outer(i, j) + functional(i, j);
  }
}

BlockNorms assemble(const Curvature& curvature, DenseHessian& out, std::stop_token stop) {
  out.outer.resize(curvature.parameters());
  out.functional.resize(curvature.parameters());
  return walk_panels(curvature, {out.outer.data(), out.functional.data()}, stop);
}

void copy_part(const DenseHessian& hessian, Part part, UpperTriangle& out) {
  const Index size = hessian.size();
  out.resize(size);
#pragma omp parallel for schedule(guided)
  for (Index i = 0; i < size; ++i) {
    const Index start = i * size + i;
    const Eigen::Map<const Vector> outer(hessian.outer.data() + start, size - i);
    const Eigen::Map<const Vector> functional(hessian.functional.data() + start, size - i);
    Eigen::Map<Vector> target(out.data() + start, size - i);
    if (part == Part::Outer)
      target = outer;
    else if (part == Part::Functional)
      target = functional;
    else
      target = outer + functional;
  }
}

}  // namespace hessianscope
