#include <array>
#include <charconv>

#include "core/data/provenance.h"
#include "core/scenario/field_table.h"
#include "core/spectrum/shape.h"
#include "ui/figure/drawn_spectrum.h"
#include "ui/figure/figure_data.h"
#include "ui/figure/figure_provenance.h"

namespace hessianscope {
namespace {

// Joins the cells of one line. Names hold no comma or quote, so nothing needs quoting.
class Line {
 public:
  explicit Line(std::string& out) : out_(out) {}
  ~Line() { out_ += '\n'; }
  Line& operator<<(std::string_view text) {
    if (!first_) out_ += ',';
    first_ = false;
    out_ += text;
    return *this;
  }
  Line& operator<<(double value) {
    std::array<char, 32> buffer;
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
    return *this << std::string_view(buffer.data(),
                                     static_cast<std::size_t>(end.ptr - buffer.data()));
  }
  Line& operator<<(Index value) { return *this << std::string_view(std::to_string(value)); }

 private:
  std::string& out_;
  bool first_ = true;
};

void heatmap_csv(const FigureState& state, Model model, std::string& out) {
  const Heatmap& heatmap = state.snapshot->of(model).heatmap;
  out += "# " + data_name(model) + ", part " +
         std::string(name(state.snapshot->problem->scenario.view.part)) + "; each cell covers " +
         std::to_string(heatmap.pooling) + "x" + std::to_string(heatmap.pooling) +
         " entries from row and column on and gives the one of largest magnitude\n";
  Line(out) << "row"
            << "column"
            << "value";
  std::size_t cell = 0;
  for (Index row = 0; row < heatmap.rows; ++row) {
    for (Index column = 0; column < heatmap.columns; ++column, ++cell) {
      Line(out) << heatmap.window.row_begin + row * heatmap.pooling
                << heatmap.window.column_begin + column * heatmap.pooling << heatmap.value[cell];
    }
  }
}

void spectrum_csv(const FigureState& state, Model model, std::string& out) {
  out += "# " + data_name(model) +
         "; low, high and count: the bin that shows the eigenvalue, empty for zeros and outside "
         "the range shown\n";
  Line(out) << "part"
            << "index"
            << "eigenvalue"
            << "low"
            << "high"
            << "count";
  for (const DrawnSpectrum& one : drawn_spectra(state, model)) {
    for (Index index = 0; index < one.spectrum->eigenvalues.size(); ++index) {
      const double eigenvalue = one.spectrum->eigenvalues[index];
      const Index bin = one.bin_of(eigenvalue);
      Line line(out);
      line << name(one.spectrum->part) << index << eigenvalue;
      if (bin < 0) {
        line << ""
             << ""
             << "";
      } else {
        line << one.edge(bin) << one.edge(bin + 1)
             << one.histogram.counts[static_cast<std::size_t>(bin)];
      }
    }
  }
}

// Calls for every block pair of the upper triangle of every part of both models.
template <typename Visit>
void for_each_norm(const Snapshot& snapshot, const Visit& visit) {
  for (const Model model : kModels) {
    const ModelSnapshot& data = snapshot.of(model);
    const BlockLayout& layout = data.curvature->layout();
    for (const Part part : kParts) {
      for (Index row = 0; row < layout.count(); ++row) {
        for (Index column = row; column < layout.count(); ++column) {
          visit(model, part, layout[row].name, layout[column].name,
                data.norms.of(part)(row, column),
                data.norms.root_mean_square(part, layout, row, column));
        }
      }
    }
  }
}

void norms_csv(const FigureState& state, std::string& out) {
  Line(out) << "model"
            << "part"
            << "row"
            << "column"
            << "frobenius_norm"
            << "root_mean_square";
  for_each_norm(*state.snapshot, [&](Model model, Part part, const std::string& row,
                                     const std::string& column, double norm, double mean) {
    Line(out) << data_name(model) << name(part) << row << column << norm << mean;
  });
}

void overview_csv(const FigureState& state, std::string& out) {
  const Snapshot& snapshot = *state.snapshot;
  const Part part = snapshot.problem->scenario.view.part;
  Line(out) << "model"
            << "part"
            << "quantity"
            << "row"
            << "column"
            << "value";
  for (const Model model : kModels) {
    const ModelSnapshot& data = snapshot.of(model);
    const auto number = [&](std::string_view quantity, double value) {
      Line(out) << data_name(model) << name(part) << quantity << ""
                << "" << value;
    };
    number("loss", data.curvature->loss());
    number("parameters", static_cast<double>(data.curvature->parameters()));
    number("trace", data.trace[static_cast<std::size_t>(part)]);
    if (const Spectrum* spectrum = data.spectrum(part)) {
      number("lambda_max", spectrum->maximum());
      number("lambda_min", spectrum->minimum());
      number("negative_share", negative_share(*spectrum));
      number("effective_rank", effective_rank(*spectrum));
      number("zeros", static_cast<double>(spectrum->zero));
    }
  }
  for_each_norm(snapshot, [&](Model model, Part which, const std::string& row,
                              const std::string& column, double norm, double mean) {
    Line(out) << data_name(model) << name(which) << "frobenius_norm" << row << column << norm;
    Line(out) << data_name(model) << name(which) << "root_mean_square" << row << column << mean;
  });
}

}  // namespace

std::string figure_csv(FigureView view, const FigureState& state) {
  std::string out = provenance_csv_header(state.scenario(), loss_formula(*state.snapshot->problem));
  out += "# figure " + figure_provenance(view, state).figure.toStdString() + "\n";
  switch (view) {
    case FigureView::Overview:
      overview_csv(state, out);
      break;
    case FigureView::AttentionHeatmap:
      heatmap_csv(state, Model::Attention, out);
      break;
    case FigureView::MlpHeatmap:
      heatmap_csv(state, Model::Mlp, out);
      break;
    case FigureView::AttentionSpectrum:
      spectrum_csv(state, Model::Attention, out);
      break;
    case FigureView::MlpSpectrum:
      spectrum_csv(state, Model::Mlp, out);
      break;
    case FigureView::BlockNorms:
      norms_csv(state, out);
      break;
  }
  return out;
}

}  // namespace hessianscope
