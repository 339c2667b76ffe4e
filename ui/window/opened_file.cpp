#include "ui/window/opened_file.h"

#include "core/error.h"

namespace hessianscope {

RestoredFigure open_file(const std::filesystem::path& path, const Scenario& present) {
  try {
    return restore_figure(path);
  } catch (const Error&) {
    std::error_code missing;
    const bool may_be_layer =
        path.extension() == ".npz" && std::filesystem::is_regular_file(path, missing);
    if (!may_be_layer) throw;
  }
  RestoredFigure layer{.scenario = present, .zoom = {}};
  layer.scenario.data.source = DataSource::File;
  layer.scenario.data.file = std::filesystem::absolute(path).string();
  return layer;
}

}  // namespace hessianscope
