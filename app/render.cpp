// hessianscope render: a figure exactly as the window draws it, or its data.
#include "app/application.h"
#include "app/commands.h"
#include "app/interrupt.h"
#include "app/progress_line.h"
#include "core/data/safe_file.h"
#include "core/live/pipeline.h"

namespace hessianscope {
namespace {

bool shows_spectra(FigureView view) {
  return view == FigureView::Overview || view == spectrum_view(Model::Attention) ||
         view == spectrum_view(Model::Mlp);
}

// Everything the figure shows. Exact spectra are left out where it shows none.
SnapshotPointer snapshot_for(FigureView view, const RestoredFigure& restored,
                             const Interrupt& interrupt) {
  ProgressLine progress("render");
  Pipeline pipeline;
  pipeline.on_start([&](const Cost& cost) { progress.expect(cost.seconds); });
  std::stop_source enough;
  const auto publish = [&](const SnapshotPointer&) {
    if (!shows_spectra(view)) enough.request_stop();
  };
  const SnapshotPointer snapshot =
      pipeline.run({.scenario = restored.scenario, .windows = restored.zoom.windows}, publish,
                   enough.get_token(), interrupt.token());
  if (!snapshot->failure.empty()) throw Error(snapshot->failure);
  return snapshot;
}

}  // namespace

void run(const RenderCommand& command) {
  const RestoredFigure restored = load(command.scenario);
  check_writable(command.output);
  const Interrupt interrupt;
  const SnapshotPointer snapshot = snapshot_for(command.view, restored, interrupt);
  const std::unique_ptr<QApplication> application = offscreen_application();
  const FigureState state =
      figure_state(snapshot, snapshot, restored.scenario.view, restored.zoom, restored.linked);
  export_figure(
      command.output, command.view, state,
      {.size = command.size, .scale = command.scale, .theme = restored.scenario.view.theme});
}

}  // namespace hessianscope
