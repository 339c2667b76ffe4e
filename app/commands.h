// The commands of the program: what the command line may ask for, and what carries it out.
//
// A command is a plain value, complete and checked as far as that is possible without reading
// anything. Each `run` has its own source file of that name; it throws Error when it fails, having
// written nothing, and UsageError when what was asked for makes no sense.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "app/scenario_argument.h"
#include "core/study/sweep.h"
#include "ui/figure/figure_export.h"

namespace hessianscope {

// hessianscope [FILE]
struct OpenCommand {
  std::optional<std::filesystem::path> file;  // a scenario or an exported figure
  std::vector<std::string> changes;           // KEY=VALUE of each --set
};

struct ComputeCommand {
  ScenarioArgument scenario;
  std::filesystem::path output;
};

struct RenderCommand {
  ScenarioArgument scenario;
  FigureView view = FigureView::Overview;
  std::filesystem::path output;
  QSize size;
  double scale = 1.0;
};

struct SweepCommand {
  ScenarioArgument scenario;
  SweepRequest request;  // all but its scenario
  std::filesystem::path output;
};

struct MeasureCommand {
  ScenarioArgument scenario;
  Index frames = 0;
};

struct FieldsCommand {};

// --help and --version: the text they print.
struct SayCommand {
  std::string text;
};

using Command = std::variant<OpenCommand, ComputeCommand, RenderCommand, SweepCommand,
                             MeasureCommand, FieldsCommand, SayCommand>;

void run(const OpenCommand& command);
void run(const ComputeCommand& command);
void run(const RenderCommand& command);
void run(const SweepCommand& command);
void run(const MeasureCommand& command);
void run(const FieldsCommand& command);
void run(const SayCommand& command);

}  // namespace hessianscope
