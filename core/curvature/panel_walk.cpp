#include "core/curvature/panel_walk.h"

#include <cmath>
#include <vector>

#include "core/error.h"

namespace hessianscope {
namespace {

struct Panel {
  Index row, column, p;
};

std::vector<Panel> all_panels(const BlockLayout& layout) {
  std::vector<Panel> panels;
  for (Index row = 0; row < layout.count(); ++row)
    for (Index column = row; column < layout.count(); ++column)
      for (Index p = 0; p < layout[row].rows; ++p) panels.push_back({row, column, p});
  return panels;
}

// A rectangle of one panel, by its rows.
struct Rows {
  const double* data;
  Index stride;
  auto row(Index q, Index from, Index width) const {
    return Eigen::Map<const Eigen::ArrayXd>(data + q * stride + from, width);
  }
};

using Squares = std::array<double, 3>;  // by Part

void add_squares(const Rows& outer, const Rows& functional, Index rows, Index from, Index width,
                 double weight, Squares& sum) {
  if (width == 0) return;
  for (Index q = 0; q < rows; ++q) {
    const auto o = outer.row(q, from, width), f = functional.row(q, from, width);
    sum[static_cast<std::size_t>(Part::Total)] += weight * (o + f).square().sum();
    sum[static_cast<std::size_t>(Part::Outer)] += weight * o.square().sum();
    sum[static_cast<std::size_t>(Part::Functional)] += weight * f.square().sum();
  }
}

class PanelForm {
 public:
  PanelForm(const Curvature& curvature, const PanelTarget& target)
      : curvature_(curvature), target_(target) {}

  // Forms one panel in both parts and returns its share of the block's squared norms.
  Squares form(const Panel& panel) {
    const BlockLayout& layout = curvature_.layout();
    const Block& rows = layout[panel.row];
    const Block& columns = layout[panel.column];
    const bool diagonal = panel.row == panel.column;
    const Index first = diagonal ? panel.p : 0;
    const Index width = (columns.rows - first) * columns.columns;
    const Rows outer = fill(Part::Outer, panel, first, width, target_.outer, spare_outer_);
    const Rows functional =
        fill(Part::Functional, panel, first, width, target_.functional, spare_functional_);
    Squares sum{};
    // In a diagonal block the columns right of tile (p, p) stand for their mirror image too.
    const Index once = diagonal ? columns.columns : width;
    add_squares(outer, functional, rows.columns, 0, once, 1, sum);
    add_squares(outer, functional, rows.columns, once, width - once, 2, sum);
    return sum;
  }

 private:
  Rows fill(Part part, const Panel& panel, Index first, Index width, double* matrix,
            std::vector<double>& spare) {
    const BlockLayout& layout = curvature_.layout();
    const Block& rows = layout[panel.row];
    const Block& columns = layout[panel.column];
    Index stride = layout.parameters();
    double* out = nullptr;
    if (matrix) {
      out = matrix + (rows.offset + panel.p * rows.columns) * stride + columns.offset +
            first * columns.columns;
    } else {
      stride = width;
      spare.resize(std::max(spare.size(), static_cast<std::size_t>(rows.columns * width)));
      out = spare.data();
    }
    curvature_.fill_panel(part, panel.row, panel.column, panel.p, out, stride, scratch_);
    return {out, stride};
  }

  const Curvature& curvature_;
  const PanelTarget& target_;
  std::vector<double> scratch_, spare_outer_, spare_functional_;
};

}  // namespace

BlockNorms walk_panels(const Curvature& curvature, const PanelTarget& target,
                       std::stop_token stop) {
  const std::vector<Panel> panels = all_panels(curvature.layout());
  std::vector<Squares> squares(panels.size());
#pragma omp parallel
  {
    PanelForm form(curvature, target);
#pragma omp for schedule(dynamic, 4)
    for (std::size_t i = 0; i < panels.size(); ++i)
      if (!stop.stop_requested()) squares[i] = form.form(panels[i]);
  }
  if (stop.stop_requested()) throw Interrupted();

  BlockNorms norms;
  const Index count = curvature.layout().count();
  for (std::size_t part = 0; part < norms.frobenius.size(); ++part) {
    Matrix& matrix = norms.frobenius[part];
    matrix = Matrix::Zero(count, count);
    for (std::size_t i = 0; i < panels.size(); ++i)
      matrix(panels[i].row, panels[i].column) += squares[i][part];
    matrix = matrix.cwiseSqrt().eval();
    matrix.triangularView<Eigen::StrictlyLower>() = matrix.transpose();
  }
  return norms;
}

}  // namespace hessianscope
