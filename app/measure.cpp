// hessianscope measure: wall time of every stage of a frame, as JSON.
#include <sys/resource.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/application.h"
#include "app/commands.h"
#include "app/interrupt.h"
#include "app/progress_line.h"
#include "app/standard_output.h"
#include "core/live/capacity.h"
#include "core/live/pipeline.h"
#include "core/scenario/scenario_json.h"

namespace hessianscope {
namespace {

using Json = nlohmann::ordered_json;

// What one frame took, in milliseconds; negative where a stage did not run.
struct Frame {
  StageTimes stages;
  double paint = -1, first_frame = -1, frame = -1;
};

// Each stage by its name in the report. A spectrum preview is not computed yet.
struct Stage {
  const char* name;
  double (*time)(const Frame&);
};
constexpr Stage kStages[] = {
    {"draw", [](const Frame& frame) { return frame.stages.draw; }},
    {"factors", [](const Frame& frame) { return frame.stages.factors; }},
    {"assembly", [](const Frame& frame) { return frame.stages.assembly; }},
    {"heatmap", [](const Frame& frame) { return frame.stages.heatmap; }},
    {"spectrum_preview", [](const Frame&) { return -1.0; }},
    {"spectrum_exact", [](const Frame& frame) { return frame.stages.spectrum_exact; }},
    {"paint", [](const Frame& frame) { return frame.paint; }},
    {"first_frame", [](const Frame& frame) { return frame.first_frame; }},
    {"frame", [](const Frame& frame) { return frame.frame; }},
};

// One frame after another, as the window makes them: painted as soon as heatmaps and norms are
// there, with the spectra of the frame before, and again when the exact spectra are.
class FrameLoop {
 public:
  explicit FrameLoop(const Interrupt& interrupt) : interrupt_(interrupt) {}

  Frame next(const Scenario& scenario) {
    Frame frame;
    pipeline_.forget();
    const StopWatch since_request;
    const auto publish = [&](const SnapshotPointer& snapshot) {
      paint(snapshot, last_);
      frame.first_frame = since_request.milliseconds();
    };
    last_ = pipeline_.run({.scenario = scenario}, publish, {}, interrupt_.token());
    if (!last_->failure.empty()) throw Error(last_->failure);
    frame.stages = last_->times;
    frame.paint = paint(last_, last_);
    frame.frame = since_request.milliseconds();
    return frame;
  }

  const Snapshot& last() const { return *last_; }

 private:
  double paint(const SnapshotPointer& snapshot, const SnapshotPointer& spectra) {
    const StopWatch watch;
    const ViewSettings& view = snapshot->problem->scenario.view;
    painter_.image(FigureView::Overview, figure_state(snapshot, spectra, view), {1280, 720}, 1.0,
                   view.theme);
    return watch.milliseconds();
  }

  const Interrupt& interrupt_;
  Pipeline pipeline_;
  FigurePainter painter_;
  SnapshotPointer last_;
};

// Between the two nearest of the sorted values, in proportion.
double quantile(const std::vector<double>& sorted, double share) {
  const double place = share * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (place - static_cast<double>(below)) * (sorted[above] - sorted[below]);
}

Json quantiles(const std::vector<Frame>& frames, const Stage& stage) {
  std::vector<double> times;
  for (const Frame& frame : frames) {
    if (stage.time(frame) >= 0) times.push_back(stage.time(frame));
  }
  if (times.empty()) return nullptr;
  std::sort(times.begin(), times.end());
  return {{"p5", quantile(times, 0.05)},
          {"median", quantile(times, 0.5)},
          {"p95", quantile(times, 0.95)}};
}

double peak_memory_mb() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) * 1024 / 1e6;
}

// Another data.scale for every frame, all of them legal: from the scenario's own down to half.
// Where that is zero, from one.
Scenario frame_scenario(Scenario scenario, Index frame, Index frames) {
  const double from = scenario.data.scale > 0 ? scenario.data.scale : 1.0;
  scenario.data.scale = from * (1 - 0.5 * static_cast<double>(frame) / static_cast<double>(frames));
  return scenario;
}

}  // namespace

void run(const MeasureCommand& command) {
  const Scenario scenario = load(command.scenario).scenario;
  const Interrupt interrupt;
  const std::unique_ptr<QApplication> application = offscreen_application();
  std::vector<Frame> frames;
  FrameLoop loop(interrupt);
  {
    ProgressLine progress("measure");
    // The first frame touches memory for the first time and is not counted.
    loop.next(scenario);
    for (Index frame = 1; frame <= command.frames; ++frame) {
      frames.push_back(loop.next(frame_scenario(scenario, frame, command.frames)));
      progress.set_share(static_cast<double>(frame) / static_cast<double>(command.frames));
    }
  }

  Json report;
  report["scenario"] = Json::parse(scenario_to_json(scenario));
  report["frames"] = command.frames;
  report["threads"] = thread_count();
  report["P"] = {{"attention", loop.last().of(Model::Attention).curvature->parameters()},
                 {"mlp", loop.last().of(Model::Mlp).curvature->parameters()}};
  for (const Stage& stage : kStages) report["ms"][stage.name] = quantiles(frames, stage);
  report["peak_memory_mb"] = peak_memory_mb();
  print(report.dump(2) + "\n");
}

}  // namespace hessianscope
