#include "core/live/pipeline.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "core/attention/attention_curvature.h"
#include "core/error.h"
#include "core/memory.h"
#include "core/mlp/mlp_curvature.h"
#include "core/scenario/field_table.h"
#include "core/spectrum/side_by_side.h"

namespace hessianscope {
namespace {

std::size_t at(Model model) {
  return static_cast<std::size_t>(model);
}

// What is computed, without how it is shown.
Scenario computed_part(Scenario scenario) {
  scenario.view = {};
  return scenario;
}

// The viewed part first, then the overlays that differ from it.
std::vector<Part> parts_shown(const ViewSettings& view) {
  std::vector<Part> parts = {view.part};
  if (view.overlay_outer && view.part != Part::Outer) parts.push_back(Part::Outer);
  if (view.overlay_functional && view.part != Part::Functional) parts.push_back(Part::Functional);
  return parts;
}

std::array<double, 3> traces(const Curvature& curvature) {
  const double outer = curvature.diagonal(Part::Outer).sum();
  const double functional = curvature.diagonal(Part::Functional).sum();
  return {outer + functional, outer, functional};
}

// A sentence naming the first block whose norm is not finite; empty when all are.
std::string overflow_report(const char* model, const BlockLayout& layout, const BlockNorms& norms) {
  for (Index row = 0; row < layout.count(); ++row)
    for (Index column = row; column < layout.count(); ++column)
      for (const Part part : {Part::Outer, Part::Functional})
        if (!std::isfinite(norms.of(part)(row, column)))
          return std::string("the ") + std::string(name(part)) + " part of the " + model +
                 " Hessian overflows double precision in block " + layout[row].name + " x " +
                 layout[column].name + ": smaller data or weight scales would be finite";
  return {};
}

}  // namespace

struct Pipeline::State {
  // One model's results; the dense parts are workspaces and never leave the pipeline.
  struct Computed {
    std::shared_ptr<const Curvature> curvature;
    BlockNorms norms;
    std::array<double, 3> trace{};
    DenseHessian hessian;
    UpperTriangle solver;
    std::vector<Spectrum> spectra;  // of every part asked for so far
  };

  ProblemSource source;
  std::function<void(const Cost&)> started;
  std::optional<Scenario> computed;  // what the results below belong to
  std::shared_ptr<const Problem> problem;
  Cost cost;
  std::string overflow;
  std::array<Computed, 2> models;

  void draw(const Scenario& scenario, StageTimes& times);
  void assemble_models(StageTimes& times, std::stop_token everything);
  void solve(Part part, std::stop_token stop);
  void compute(const Scenario& scenario, StageTimes& times, std::stop_token everything);
  std::shared_ptr<Snapshot> picture(const Request& request, StageTimes times) const;
  void attach_spectra(const std::vector<Part>& parts, Snapshot& snapshot) const;
};

void Pipeline::State::draw(const Scenario& scenario, StageTimes& times) {
  const StopWatch watch;
  problem = std::make_shared<const Problem>(source.draw(scenario));
  cost = estimate_cost(*problem);
  times.draw = watch.milliseconds();
  if (const std::string reason = refusal(cost, memory_limit()); !reason.empty())
    throw Error(reason);
  if (started) started(cost);
}

void Pipeline::State::assemble_models(StageTimes& times, std::stop_token everything) {
  const StopWatch factors;
  models[at(Model::Attention)].curvature =
      std::make_shared<const Curvature>(attention_curvature(*problem));
  models[at(Model::Mlp)].curvature = std::make_shared<const Curvature>(mlp_curvature(*problem));
  times.factors = factors.milliseconds();

  const StopWatch assembly;
  for (Computed& model : models) {
    model.norms = assemble(*model.curvature, model.hessian, everything);
    model.trace = traces(*model.curvature);
    model.spectra.clear();
  }
  times.assembly = assembly.milliseconds();
  overflow.clear();
  const std::array<const char*, 2> names = {"attention", "MLP"};
  for (std::size_t i = 0; i < models.size() && overflow.empty(); ++i)
    overflow = overflow_report(names[i], models[i].curvature->layout(), models[i].norms);
}

void Pipeline::State::compute(const Scenario& scenario, StageTimes& times,
                              std::stop_token everything) {
  const Scenario wanted = computed_part(scenario);
  if (computed != wanted) {
    computed.reset();
    draw(scenario, times);
    assemble_models(times, everything);
    computed = wanted;
  } else if (problem->scenario != scenario) {
    Problem renamed = *problem;
    renamed.scenario = scenario;
    problem = std::make_shared<const Problem>(std::move(renamed));
  }
}

std::shared_ptr<Snapshot> Pipeline::State::picture(const Request& request, StageTimes times) const {
  auto snapshot = std::make_shared<Snapshot>();
  snapshot->generation = request.generation;
  snapshot->problem = problem;
  snapshot->cost = cost;
  snapshot->failure = overflow;
  const StopWatch watch;
  for (std::size_t i = 0; i < models.size(); ++i) {
    const Computed& model = models[i];
    ModelSnapshot& shown = snapshot->models[i];
    shown.curvature = model.curvature;
    shown.norms = model.norms;
    shown.trace = model.trace;
    shown.heatmap =
        pool(model.hessian, request.scenario.view.part,
             request.windows[i].value_or(whole_window(model.hessian.size())), request.max_cells);
  }
  times.heatmap = watch.milliseconds();
  snapshot->times = times;
  return snapshot;
}

// Both models in one go. Throws Interrupted, Error.
void Pipeline::State::solve(Part part, std::stop_token stop) {
  const auto has_part = [part](const Spectrum& spectrum) { return spectrum.part == part; };
  if (std::any_of(models[0].spectra.begin(), models[0].spectra.end(), has_part)) return;
  std::vector<UpperTriangle*> matrices;
  for (Computed& model : models) {
    copy_part(model.hessian, part, model.solver);
    matrices.push_back(&model.solver);
  }
  std::vector<Vector> eigenvalues = eigenvalues_side_by_side(matrices, stop);
  for (std::size_t i = 0; i < models.size(); ++i)
    models[i].spectra.push_back(summarize(part, std::move(eigenvalues[i]),
                                          models[i].trace[static_cast<std::size_t>(part)],
                                          models[i].norms.whole(part)));
}

// Those of `parts` that are known, in that order.
void Pipeline::State::attach_spectra(const std::vector<Part>& parts, Snapshot& snapshot) const {
  for (std::size_t i = 0; i < models.size(); ++i) {
    snapshot.models[i].spectra.clear();
    for (const Part part : parts)
      for (const Spectrum& spectrum : models[i].spectra)
        if (spectrum.part == part) snapshot.models[i].spectra.push_back(spectrum);
  }
}

Pipeline::Pipeline() : state_(std::make_unique<State>()) {
  keep_freed_memory();
}
Pipeline::~Pipeline() = default;

void Pipeline::on_start(std::function<void(const Cost&)> listener) {
  state_->started = std::move(listener);
}

void Pipeline::forget() {
  state_->computed.reset();
}

const DenseHessian& Pipeline::hessian(Model model) const {
  return state_->models[at(model)].hessian;
}

SnapshotPointer Pipeline::run(const Request& request, const Publish& publish,
                              std::stop_token spectra, std::stop_token everything) {
  State& state = *state_;
  auto failed = std::make_shared<Snapshot>();
  failed->generation = request.generation;
  failed->complete = true;
  std::shared_ptr<Snapshot> snapshot;
  StageTimes times;
  try {
    state.compute(request.scenario, times, everything);
    snapshot = state.picture(request, times);
  } catch (const Interrupted&) {
    throw;
  } catch (const std::exception& error) {
    failed->failure = reason_of(error);
    return failed;
  }

  const std::vector<Part> parts = parts_shown(request.scenario.view);
  state.attach_spectra(parts, *snapshot);
  const bool all_known = snapshot->models[0].spectra.size() == parts.size();
  if (all_known || !state.overflow.empty()) {
    snapshot->complete = true;
    return snapshot;
  }
  if (publish) publish(snapshot);

  auto result = std::make_shared<Snapshot>(*snapshot);
  result->complete = true;
  const StopWatch watch;
  try {
    // Either token ends the panels; `everything` is told apart afterwards.
    std::stop_source either;
    const auto pass_on = [&either] { either.request_stop(); };
    const std::stop_callback newer(spectra, pass_on), quit(everything, pass_on);
    for (const Part part : parts) state.solve(part, either.get_token());
  } catch (const Interrupted&) {
    if (everything.stop_requested()) throw;
    result->abandoned = true;
  } catch (const std::exception& error) {
    result->failure = reason_of(error);
  }
  result->times.spectrum_exact = watch.milliseconds();
  state.attach_spectra(parts, *result);
  return result;
}

}  // namespace hessianscope
