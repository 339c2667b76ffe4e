// hessianscope compute: everything computed, as arrays in an .npz.
#include "app/commands.h"
#include "app/interrupt.h"
#include "app/progress_line.h"
#include "core/data/npz.h"
#include "core/data/provenance.h"
#include "core/data/safe_file.h"
#include "core/live/pipeline.h"

namespace hessianscope {
namespace {

using Shape = std::vector<std::int64_t>;

void add_problem(NpzWriter& archive, const Problem& problem) {
  const Shape tokens = {problem.sequences, problem.length};
  const auto per_token = [&](Index width) {
    return Shape{problem.sequences, problem.length, width};
  };
  archive.add("X", per_token(problem.d_model), problem.X.data());
  if (problem.loss == LossKind::Mse) {
    archive.add("Y", per_token(problem.d_out), problem.Y.data());
  } else {
    archive.add("labels", tokens,
                std::vector<std::int64_t>(problem.labels.begin(), problem.labels.end()));
  }
  archive.add("token_weights", tokens, problem.token_weights.data());

  std::vector<std::uint8_t> mask;
  for (Index i = 0; i < problem.length; ++i) {
    for (Index j = 0; j < problem.length; ++j) mask.push_back(problem.sees(i, j) ? 1 : 0);
  }
  archive.add("mask", {problem.length, problem.length}, std::move(mask));

  if (problem.query_key == QueryKeyForm::Merged) {
    archive.add("W_QK", problem.W_QK);
  } else {
    archive.add("W_Q", problem.W_Q);
    archive.add("W_K", problem.W_K);
  }
  archive.add("W_V", problem.W_V);
  for (std::size_t layer = 0; layer < problem.mlp_weights.size(); ++layer) {
    archive.add("mlp_W_" + std::to_string(layer + 1), problem.mlp_weights[layer]);
  }
}

// Rows of the whole matrix from its upper triangle, so that both halves are the same bits.
void add_hessian(NpzWriter& archive, const std::string& name, const DenseHessian& hessian,
                 Part part) {
  const Index size = hessian.size();
  archive.add_rows(name, size, size, [&hessian, part, size](Index row, double* out) {
    for (Index column = 0; column < size; ++column) out[column] = hessian.entry(part, row, column);
  });
}

void add_model(NpzWriter& archive, const std::string& prefix, const ModelSnapshot& model,
               const DenseHessian& hessian) {
  archive.add(prefix + "loss", model.curvature->loss());
  archive.add(prefix + "gradient", model.curvature->gradient());
  add_hessian(archive, prefix + "hessian", hessian, Part::Total);
  add_hessian(archive, prefix + "hessian_outer", hessian, Part::Outer);
  add_hessian(archive, prefix + "hessian_functional", hessian, Part::Functional);
  archive.add(prefix + "eigenvalues", model.spectrum(Part::Total)->eigenvalues);

  const BlockLayout& layout = model.curvature->layout();
  std::vector<std::string> names;
  std::vector<std::int64_t> offsets;
  for (const Block& block : layout.blocks()) {
    names.push_back(block.name);
    offsets.push_back(block.offset);
  }
  offsets.push_back(layout.parameters());
  const auto ends = static_cast<std::int64_t>(offsets.size());
  archive.add(prefix + "block_names", names);
  archive.add(prefix + "block_offsets", {ends}, std::move(offsets));
}

}  // namespace

void run(const ComputeCommand& command) {
  const Scenario scenario = load(command.scenario).scenario;
  check_writable(command.output);
  const Interrupt interrupt;
  ProgressLine progress("compute");
  Pipeline pipeline;
  pipeline.on_start([&](const Cost& cost) { progress.expect(cost.seconds); });
  // The total Hessian is solved, whatever part the view shows.
  Scenario computed = scenario;
  computed.view = {};
  const SnapshotPointer snapshot =
      pipeline.run({.scenario = computed}, nullptr, {}, interrupt.token());
  if (!snapshot->failure.empty()) throw Error(snapshot->failure);

  NpzWriter archive;
  add_problem(archive, *snapshot->problem);
  add_model(archive, "attention_", snapshot->of(Model::Attention),
            pipeline.hessian(Model::Attention));
  add_model(archive, "mlp_", snapshot->of(Model::Mlp), pipeline.hessian(Model::Mlp));
  add_provenance(archive, scenario, loss_formula(*snapshot->problem));
  archive.save(command.output, interrupt.token());
}

}  // namespace hessianscope
