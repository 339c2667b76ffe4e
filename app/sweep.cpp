// hessianscope sweep: block norms along one field, with fitted slopes.
#include "app/commands.h"
#include "app/interrupt.h"
#include "app/progress_line.h"
#include "core/data/safe_file.h"
#include "core/study/sweep_table.h"

namespace hessianscope {

void run(const SweepCommand& command) {
  SweepRequest request = command.request;
  request.scenario = load(command.scenario).scenario;
  check_writable(command.output);
  const Interrupt interrupt;
  ProgressLine progress("sweep over " + request.field);
  const SweepResult result = sweep(
      request, [&](double share) { progress.set_share(share); }, interrupt.token());
  if (command.output.extension() == ".csv") {
    write_file(command.output, sweep_to_csv(result));
  } else {
    save_sweep_npz(result, command.output, interrupt.token());
  }
}

}  // namespace hessianscope
