#include <array>

#include "core/data/npz.h"
#include "core/data/provenance.h"
#include "core/scenario/field_table.h"
#include "ui/figure/drawn_spectrum.h"
#include "ui/figure/figure_data.h"
#include "ui/figure/figure_provenance.h"

namespace hessianscope {
namespace {

// Arrays of one model carry its name as prefix, as those of `compute` do.
void add_heatmap(NpzWriter& writer, const FigureState& state, Model model) {
  const Heatmap& heatmap = state.snapshot->of(model).heatmap;
  const std::string prefix = data_name(model) + "_heatmap";
  writer.add(prefix, {heatmap.rows, heatmap.columns}, heatmap.value.data());
  writer.add(prefix + "_window", {4},
             std::vector<std::int64_t>{heatmap.window.row_begin, heatmap.window.row_end,
                                       heatmap.window.column_begin, heatmap.window.column_end});
  writer.add(prefix + "_pooling", {}, std::vector<std::int64_t>{heatmap.pooling});
}

void add_spectrum(NpzWriter& writer, const FigureState& state, Model model) {
  for (const DrawnSpectrum& one : drawn_spectra(state, model)) {
    const std::string suffix =
        one.spectrum->part == Part::Total ? "" : "_" + std::string(name(one.spectrum->part));
    const std::string prefix = data_name(model) + "_";
    const std::int64_t bins = static_cast<std::int64_t>(one.histogram.counts.size());
    std::vector<double> edges;
    for (Index edge = 0; edge <= bins; ++edge) edges.push_back(one.edge(edge));
    writer.add(prefix + "eigenvalues" + suffix, one.spectrum->eigenvalues);
    writer.add(prefix + "bin_edges" + suffix, {bins + 1}, std::move(edges));
    writer.add(prefix + "counts" + suffix, {bins},
               std::vector<std::int64_t>(one.histogram.counts.begin(), one.histogram.counts.end()));
    writer.add(prefix + "zeros" + suffix, {}, std::vector<std::int64_t>{one.histogram.zeros});
  }
}

void add_blocks(NpzWriter& writer, const FigureState& state, Model model) {
  const BlockLayout& layout = state.snapshot->of(model).curvature->layout();
  std::vector<std::string> names;
  std::vector<std::int64_t> offsets;
  for (const Block& block : layout.blocks()) {
    names.push_back(block.name);
    offsets.push_back(block.offset);
  }
  offsets.push_back(layout.parameters());
  writer.add(data_name(model) + "_block_names", names);
  writer.add(data_name(model) + "_block_offsets", {layout.count() + 1}, std::move(offsets));
}

void add_norms(NpzWriter& writer, const FigureState& state, Model model) {
  const ModelSnapshot& data = state.snapshot->of(model);
  const BlockLayout& layout = data.curvature->layout();
  const Index count = layout.count();
  for (const Part part : kParts) {
    const std::string suffix = part == Part::Total ? "" : "_" + std::string(name(part));
    Matrix means(count, count);
    for (Index row = 0; row < count; ++row) {
      for (Index column = 0; column < count; ++column) {
        means(row, column) = data.norms.root_mean_square(part, layout, row, column);
      }
    }
    writer.add(data_name(model) + "_frobenius_norm" + suffix, data.norms.of(part));
    writer.add(data_name(model) + "_root_mean_square" + suffix, {count, count},
               std::vector<double>(means.data(), means.data() + means.size()));
  }
}

}  // namespace

void save_figure_npz(FigureView view, const FigureState& state, const std::filesystem::path& path) {
  NpzWriter writer;
  for (const Model model : kModels) {
    const bool overview = view == FigureView::Overview;
    const bool heatmap = overview || view == heatmap_view(model);
    const bool spectrum = overview || view == spectrum_view(model);
    const bool norms = overview || view == FigureView::BlockNorms;
    if (heatmap) add_heatmap(writer, state, model);
    if (spectrum) add_spectrum(writer, state, model);
    if (norms) add_norms(writer, state, model);
    if (heatmap || norms) add_blocks(writer, state, model);
    if (overview) {
      writer.add(data_name(model) + "_loss", state.snapshot->of(model).curvature->loss());
    }
  }
  const FigureProvenance provenance = figure_provenance(view, state);
  add_provenance(writer, state.scenario(), provenance.loss.toStdString());
  writer.add("figure_json", {provenance.figure.toStdString()});
  writer.save(path);
}

}  // namespace hessianscope
