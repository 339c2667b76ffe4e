// Every stage of a frame at four sizes: softmax attention with d_model = d_key = d, so that
// P = 3 d^2, beside the ReLU MLP of depth 2 matched to it. Arguments: d, sequence length.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <vector>

#include "core/attention/attention_curvature.h"
#include "core/curvature/heatmap.h"
#include "core/data/draw.h"
#include "core/live/stage_times.h"
#include "core/memory.h"
#include "core/mlp/mlp_curvature.h"
#include "core/spectrum/side_by_side.h"
#include "tests/bench/single_thread_eigenvalues.h"

namespace hessianscope::bench {
namespace {

Scenario scenario_of(const benchmark::State& state) {
  Scenario scenario;
  scenario.attention.d_model = scenario.attention.d_key = state.range(0);
  scenario.data.sequence_length = state.range(1);
  return scenario;
}

Problem problem_of(const benchmark::State& state) {
  return ProblemSource().draw(scenario_of(state));
}

using CurvatureOf = Curvature (*)(const Problem&);

void draw(benchmark::State& state) {
  ProblemSource source;
  Scenario scenario = scenario_of(state);
  for (auto _ : state) {
    scenario.data.scale *= 1.0001;
    benchmark::DoNotOptimize(source.draw(scenario));
  }
}

void factors(benchmark::State& state, CurvatureOf curvature_of) {
  const Problem problem = problem_of(state);
  for (auto _ : state) benchmark::DoNotOptimize(curvature_of(problem));
}

// Both parts into warm workspaces.
void assembly(benchmark::State& state, CurvatureOf curvature_of) {
  const Curvature curvature = curvature_of(problem_of(state));
  DenseHessian hessian;
  assemble(curvature, hessian);
  for (auto _ : state) benchmark::DoNotOptimize(assemble(curvature, hessian));
  state.counters["P"] = static_cast<double>(curvature.parameters());
}

void norms_without_storing(benchmark::State& state, CurvatureOf curvature_of) {
  const Curvature curvature = curvature_of(problem_of(state));
  for (auto _ : state) benchmark::DoNotOptimize(block_norms(curvature));
}

void heatmap(benchmark::State& state) {
  const Curvature curvature = attention_curvature(problem_of(state));
  DenseHessian hessian;
  assemble(curvature, hessian);
  for (auto _ : state)
    benchmark::DoNotOptimize(pool(hessian, Part::Total, whole_window(hessian.size()), 512));
}

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

// The spectra of both models side by side, in alternation with one single-threaded dsyevd of the
// attention Hessian. The time reported is that of the pair; both include copying the total.
void exact_spectra(benchmark::State& state) {
  const Problem problem = problem_of(state);
  std::vector<DenseHessian> hessians(2);
  assemble(attention_curvature(problem), hessians[0]);
  assemble(mlp_curvature(problem), hessians[1]);
  std::vector<UpperTriangle> workspaces(2);
  std::vector<double> pairs, singles;
  for (auto _ : state) {
    const StopWatch pair;
    for (std::size_t i = 0; i < 2; ++i) copy_part(hessians[i], Part::Total, workspaces[i]);
    benchmark::DoNotOptimize(eigenvalues_side_by_side({&workspaces[0], &workspaces[1]}));
    pairs.push_back(pair.milliseconds());
    state.SetIterationTime(pairs.back() / 1e3);

    const StopWatch single;
    copy_part(hessians[0], Part::Total, workspaces[0]);
    benchmark::DoNotOptimize(single_thread_eigenvalues(workspaces[0]));
    singles.push_back(single.milliseconds());
  }
  state.counters["P"] = static_cast<double>(hessians[0].size());
  state.counters["pair_ms"] = median(pairs);
  state.counters["single_ms"] = median(singles);
  state.counters["ratio"] = median(pairs) / median(singles);
}

// The P of both models at these d: 192, 768, 1728, 3072.
void sizes(benchmark::internal::Benchmark* benchmark) {
  benchmark->ArgNames({"d", "L"})->Unit(benchmark::kMillisecond)->UseRealTime();
  for (const int d : {8, 16, 24, 32}) benchmark->Args({d, 16});
  benchmark->Args({32, 32});
}

void spectrum_sizes(benchmark::internal::Benchmark* benchmark) {
  benchmark->ArgNames({"d", "L"})->Unit(benchmark::kMillisecond)->UseManualTime();
  for (const int d : {8, 16, 24, 32}) benchmark->Args({d, 16});
}

BENCHMARK(draw)->Apply(sizes);
BENCHMARK_CAPTURE(factors, attention, attention_curvature)->Apply(sizes);
BENCHMARK_CAPTURE(factors, mlp, mlp_curvature)->Apply(sizes);
BENCHMARK_CAPTURE(assembly, attention, attention_curvature)->Apply(sizes);
BENCHMARK_CAPTURE(assembly, mlp, mlp_curvature)->Apply(sizes);
BENCHMARK_CAPTURE(norms_without_storing, attention, attention_curvature)->Apply(sizes);
BENCHMARK_CAPTURE(norms_without_storing, mlp, mlp_curvature)->Apply(sizes);
BENCHMARK(heatmap)->Apply(sizes);
BENCHMARK(exact_spectra)->Apply(spectrum_sizes);

}  // namespace
}  // namespace hessianscope::bench

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  hessianscope::keep_freed_memory();  // as the pipeline does
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
