#include "app/command_line.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>

#include "core/scenario/field_table.h"
#include "core/text.h"
#include "core/version.h"

namespace hessianscope {
namespace {

constexpr Index kMostPoints = 10000, kMostSeeds = 1000, kMostFrames = 100000;

// The options of all commands as they were typed.
struct Words {
  std::string file, scenario, output, view, over;
  std::string size = "1280x720", scale = "1", from, to, points, seeds = "1", frames = "20";
  std::vector<std::string> early_changes, changes;  // --set before and after the command
};

double number_option(const std::string& option, const std::string& text) {
  const std::optional<double> value = parse_number(text);
  if (!value) throw UsageError(option + " is " + in_quotes(text) + "; it must be a number");
  return *value;
}

Index integer_option(const std::string& option, const std::string& text, Index low, Index high) {
  const std::optional<std::int64_t> value = parse_integer(text);
  if (!value || *value < low || *value > high) {
    throw UsageError(option + " is " + in_quotes(text) + "; it must be an integer from " +
                     std::to_string(low) + " to " + std::to_string(high));
  }
  return *value;
}

QSize size_option(const std::string& text) {
  const std::size_t cross = text.find('x');
  const auto side = [&](std::string_view part) {
    const std::optional<std::int64_t> pixels = parse_integer(part);
    if (cross == std::string::npos || !pixels || *pixels < 0 || *pixels > kMaximumFigureSide) {
      throw UsageError("--size is " + in_quotes(text) +
                       "; it must be WIDTHxHEIGHT in pixels, from " +
                       std::to_string(kMinimumFigureSide) + " to " +
                       std::to_string(kMaximumFigureSide) + " each, as in 1280x720");
    }
    return static_cast<int>(*pixels);
  };
  const std::string_view whole = text;
  return {side(whole.substr(0, cross)), side(whole.substr(std::min(cross, text.size() - 1) + 1))};
}

// What the core refuses in a value that stands on the command line is wrong usage.
template <typename Check>
auto as_usage(Check check) {
  try {
    return check();
  } catch (const UsageError&) {
    throw;
  } catch (const Error& error) {
    throw UsageError(error.what());
  }
}

ScenarioArgument scenario_argument(const Words& words, const std::vector<std::string>& changes) {
  return {words.scenario, changes};
}

RenderCommand render_command(const Words& words, const std::vector<std::string>& changes) {
  return as_usage([&] {
    RenderCommand command{.scenario = scenario_argument(words, changes),
                          .view = figure_view(words.view),
                          .output = words.output,
                          .size = size_option(words.size),
                          .scale = number_option("--scale", words.scale)};
    export_format(command.output);
    check_figure_size(command.size, command.scale);
    return command;
  });
}

void require_extension(const std::string& output, std::initializer_list<std::string_view> allowed) {
  std::string list;
  for (const std::string_view extension : allowed) {
    if (std::filesystem::path(output).extension() == extension) return;
    list += (list.empty() ? "" : " or ") + std::string(extension);
  }
  throw UsageError("the output is " + in_quotes(output) + "; its name must end in " + list);
}

ComputeCommand compute_command(const Words& words, const std::vector<std::string>& changes) {
  require_extension(words.output, {".npz"});
  return {.scenario = scenario_argument(words, changes), .output = words.output};
}

SweepCommand sweep_command(const Words& words, const std::vector<std::string>& changes) {
  return as_usage([&] {
    require_extension(words.output, {".csv", ".npz"});
    SweepCommand command{
        .scenario = scenario_argument(words, changes),
        .request = {.scenario = {},
                    .field = words.over,
                    .from = number_option("--from", words.from),
                    .to = number_option("--to", words.to),
                    .points = integer_option("--points", words.points, 1, kMostPoints),
                    .seeds = integer_option("--seeds", words.seeds, 1, kMostSeeds)},
        .output = words.output};
    sweep_values(command.request);
    return command;
  });
}

MeasureCommand measure_command(const Words& words, const std::vector<std::string>& changes) {
  return {.scenario = scenario_argument(words, changes),
          .frames = integer_option("--frames", words.frames, 1, kMostFrames)};
}

void add_changes(CLI::App& app, std::vector<std::string>& changes) {
  app.add_option("--set", changes,
                 "Change a field, as in data.scale=0.1; repeatable. Keys: hessianscope fields")
      ->option_text("KEY=VALUE")
      ->allow_extra_args(false);
}

void add_scenario(CLI::App& app, Words& words) {
  app.add_option("SCENARIO", words.scenario,
                 "A scenario (JSON) or exported figure, - for standard input, or default")
      ->option_text(" ")
      ->required();
  add_changes(app, words.changes);
}

CLI::App& add_command(CLI::App& app, const std::string& name, const std::string& description) {
  CLI::App& command = *app.add_subcommand(name, description);
  command.set_help_flag("-h,--help", "Print this help");
  return command;
}

void add_commands(CLI::App& app, Words& words) {
  CLI::App& compute = add_command(app, "compute", "Compute everything and write it as arrays");
  add_scenario(compute, words);
  compute.add_option("-o,--output", words.output, "The file to write: .npz")
      ->option_text("OUT.npz")
      ->required();

  CLI::App& render = add_command(app, "render", "Draw a figure as the window does, or its data");
  add_scenario(render, words);
  std::string views;
  for (const FigureView view : kFigureViews) {
    views += (views.empty() ? "" : ", ") + std::string(name(view));
  }
  render.add_option("--view", words.view, "What to draw: " + views)
      ->option_text("VIEW")
      ->required();
  render
      .add_option("-o,--output", words.output, "The file to write: .png, .svg, .pdf, .csv or .npz")
      ->option_text("OUT")
      ->required();
  render.add_option("--size", words.size, "Width and height, 1280x720 if not given")
      ->option_text("WxH");
  render.add_option("--scale", words.scale, "Pixels of a PNG per unit of size, 1 if not given")
      ->option_text("K");

  CLI::App& sweep = add_command(app, "sweep", "Block norms along one field, with fitted slopes");
  add_scenario(sweep, words);
  sweep.add_option("--over", words.over, "The numeric field to vary")
      ->option_text("KEY")
      ->required();
  sweep.add_option("--from", words.from, "Its first value")->option_text("A")->required();
  sweep.add_option("--to", words.to, "Its last value")->option_text("B")->required();
  sweep.add_option("--points", words.points, "How many values, log-spaced for logarithmic fields")
      ->option_text("N")
      ->required();
  sweep.add_option("--seeds", words.seeds, "How many draws at each value, 1 if not given")
      ->option_text("K");
  sweep.add_option("-o,--output", words.output, "The table to write: .csv or .npz")
      ->option_text("OUT")
      ->required();

  CLI::App& measure = add_command(app, "measure", "Time every stage of a frame; prints JSON");
  add_scenario(measure, words);
  measure.add_option("--frames", words.frames, "How many frames, 20 if not given")
      ->option_text("N");

  add_command(app, "fields", "Print the field table as JSON");
}

// A first word that is neither a command nor plausibly a file is a mistyped command.
void check_first_word(const CLI::App& app, const Words& words) {
  if (words.file.empty() || words.file.find_first_of("./") != std::string::npos) return;
  std::error_code ignored;
  if (std::filesystem::exists(words.file, ignored)) return;
  std::string commands;
  for (const CLI::App* command : app.get_subcommands({})) {
    commands += (commands.empty() ? "" : ", ") + command->get_name();
  }
  throw UsageError("there is no command " + in_quotes(words.file) + " and no file of that name; " +
                   "the commands are " + commands);
}

Command chosen_command(const CLI::App& app, const Words& words) {
  std::vector<std::string> changes = words.early_changes;
  changes.insert(changes.end(), words.changes.begin(), words.changes.end());
  check_changes(changes);
  const std::vector<CLI::App*> chosen = app.get_subcommands();
  if (chosen.empty()) {
    OpenCommand command{.file = std::nullopt, .changes = changes};
    if (!words.file.empty()) command.file = words.file;
    return command;
  }
  const std::string name = chosen.front()->get_name();
  if (!words.file.empty()) {
    throw UsageError("the argument " + in_quotes(words.file) + " before \"" + name +
                     "\" belongs to no command");
  }
  if (name == "compute") return compute_command(words, changes);
  if (name == "render") return render_command(words, changes);
  if (name == "sweep") return sweep_command(words, changes);
  if (name == "measure") return measure_command(words, changes);
  if (!changes.empty()) throw UsageError("\"fields\" reads no scenario, so it takes no --set");
  return FieldsCommand{};
}

Command parsed_command(CLI::App& app, const Words& words, int argc, const char* const* argv) {
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    return SayCommand{app.help()};
  } catch (const CLI::CallForVersion& version) {
    return SayCommand{std::string(version.what()) + "\n"};
  } catch (const CLI::ParseError& error) {
    check_first_word(app, words);
    throw UsageError(error.what());
  }
  check_first_word(app, words);
  return chosen_command(app, words);
}

}  // namespace

Command parse_command_line(int argc, const char* const* argv) {
  Words words;
  CLI::App app("hessianscope: the loss Hessian of self-attention, live, beside that of an MLP",
               "hessianscope");
  app.set_help_flag("-h,--help", "Print this help");
  app.set_version_flag("--version", std::string("hessianscope ") + kVersion, "Print the version");
  app.add_option("FILE", words.file, "Without a command: open this scenario or exported figure")
      ->option_text(" ");
  add_changes(app, words.early_changes);
  add_commands(app, words);
  app.require_subcommand(0, 1);
  app.footer(
      "Without a command the window opens; without a display the overview is drawn to a file.\n"
      "`hessianscope COMMAND --help` explains a command. Exit codes: 0 done, 1 failed, 2 wrong "
      "usage.");

  try {
    return parsed_command(app, words, argc, argv);
  } catch (const UsageError& error) {
    const std::vector<CLI::App*> chosen = app.get_subcommands();
    const std::string command = chosen.empty() ? "" : " " + chosen.front()->get_name();
    throw UsageError(error.what() + ("\nTry `hessianscope" + command + " --help`."));
  }
}

}  // namespace hessianscope
