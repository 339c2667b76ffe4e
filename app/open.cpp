// hessianscope [FILE]: the window; without a display the picture it would show, in a file.
#include "app/application.h"
#include "app/commands.h"
#include "app/open_window.h"
#include "app/standard_output.h"

namespace hessianscope {
namespace {

bool is_figure_of_ours(const std::filesystem::path& path) {
  try {
    restore_figure(path);
    return true;
  } catch (const Error&) {
    return false;
  }
}

// In the working folder, replacing an earlier figure but nothing that is not one.
std::filesystem::path overview_path() {
  std::filesystem::path path = "hessianscope-overview.png";
  for (int number = 2; std::filesystem::exists(path) && !is_figure_of_ours(path); ++number) {
    path = "hessianscope-overview-" + std::to_string(number) + ".png";
  }
  return path;
}

void draw_overview(const OpenCommand& command) {
  const RenderCommand overview{
      .scenario = {command.file.value_or("default"), command.changes},
      .view = FigureView::Overview,
      .output = overview_path(),
      .size = {1280, 720},
  };
  run(overview);
  print("There is no display to open a window on; the overview is in " + overview.output.string() +
        "\n");
}

}  // namespace

void run(const OpenCommand& command) {
  std::unique_ptr<QApplication> application = display_application();
  if (has_display()) {
    const int code = open_window(*application, command.file, command.changes);
    if (code != 0) throw Error("the window ended with code " + std::to_string(code));
    return;
  }
  application.reset();  // there can be one only
  draw_overview(command);
}

}  // namespace hessianscope
