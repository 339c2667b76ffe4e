#include "core/study/sweep_table.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <optional>
#include <utility>

#include "core/data/npz.h"
#include "core/data/provenance.h"
#include "core/scenario/choice_names.h"
#include "core/text.h"

namespace hessianscope {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

std::string model_name(Model model) {
  return model == Model::Attention ? "attention" : "mlp";
}

const std::vector<std::string>& names_of(const SweepResult& result, Model model) {
  return result.block_names[static_cast<std::size_t>(model)];
}

Index largest_block_count(const SweepResult& result) {
  return static_cast<Index>(std::max(result.block_names[0].size(), result.block_names[1].size()));
}

// Calls visit(model, part, row, column, cells) for every block pair of the upper triangle, with
// the four cells that name it in both tables.
template <typename Visit>
void for_each_pair(const SweepResult& result, Visit visit) {
  for (const Model model : kModels) {
    const std::vector<std::string>& names = names_of(result, model);
    for (const Part part : kParts) {
      for (std::size_t row = 0; row < names.size(); ++row) {
        for (std::size_t column = row; column < names.size(); ++column) {
          visit(model, part, static_cast<Index>(row), static_cast<Index>(column),
                model_name(model) + "," + std::string(choice_name(part)) + "," + names[row] + "," +
                    names[column]);
        }
      }
    }
  }
}

// A (models, parts, B, B) table of value(model, part, row, column) with row <= column, mirrored;
// `absent` where a model has no such block.
template <typename Item, typename Value>
std::vector<Item> pair_table(const SweepResult& result, const Item& absent, Value value) {
  const Index blocks = largest_block_count(result);
  std::vector<Item> table(static_cast<std::size_t>(6 * blocks * blocks), absent);
  for_each_pair(result, [&](Model model, Part part, Index row, Index column, const std::string&) {
    const Index start = (static_cast<Index>(model) * 3 + static_cast<Index>(part)) * blocks;
    const Item item = value(model, part, row, column);
    table[static_cast<std::size_t>((start + row) * blocks + column)] = item;
    table[static_cast<std::size_t>((start + column) * blocks + row)] = item;
  });
  return table;
}

}  // namespace

std::string sweep_to_csv(const SweepResult& result) {
  const SweepRequest& request = result.request;
  std::string text = provenance_csv_header(request.scenario, result.loss_formula);
  text += "# sweep " + request.field + " from " + number_text(request.from) + " to " +
          number_text(request.to) + "\n";
  text += "value,seed,model,part,row,column,frobenius_norm\n";
  for (std::size_t value = 0; value < result.values.size(); ++value) {
    for (Index seed = 0; seed < request.seeds; ++seed) {
      const auto& norms = result.norms[value][static_cast<std::size_t>(seed)];
      const std::string start =
          number_text(result.values[value]) + "," + std::to_string(seed + 1) + ",";
      for_each_pair(result,
                    [&](Model model, Part part, Index row, Index column, const std::string& cells) {
                      const Matrix& blocks = norms[static_cast<std::size_t>(model)].of(part);
                      if (column >= blocks.cols()) return;  // a smaller layout at this value
                      text += start + cells + "," + number_text(blocks(row, column)) + "\n";
                    });
    }
  }
  text +=
      "# columns of the slope lines: model,part,row,column,slope,standard_error,"
      "r_squared,first_value,last_value,points_used,points_left_out\n";
  for_each_pair(result, [&](Model model, Part part, Index row, Index column,
                            const std::string& cells) {
    const Slope fit = result.slope(model, part, row, column);
    text += "# slope," + cells;
    for (const double number : {fit.slope, fit.standard_error, fit.r_squared, fit.first, fit.last})
      text += "," + number_text(number);
    text += "," + std::to_string(fit.used) + "," + std::to_string(fit.left_out) + "\n";
  });
  return text;
}

void save_sweep_npz(const SweepResult& result, const std::filesystem::path& path,
                    std::stop_token stop) {
  const auto seeds = static_cast<std::int64_t>(result.request.seeds);
  const auto values = static_cast<std::int64_t>(result.values.size());
  const Index blocks = largest_block_count(result);
  NpzWriter writer;
  writer.add("values", {values}, result.values);
  std::vector<std::int64_t> seed_numbers(static_cast<std::size_t>(seeds));
  std::iota(seed_numbers.begin(), seed_numbers.end(), std::int64_t{1});
  writer.add("seeds", {seeds}, std::move(seed_numbers));

  std::vector<double> norms;
  for (Index value = 0; value < values; ++value) {
    for (Index seed = 0; seed < seeds; ++seed) {
      const std::vector<double> table =
          pair_table(result, kNaN, [&](Model model, Part part, Index row, Index column) {
            return result.norm(value, seed, model, part, row, column);
          });
      norms.insert(norms.end(), table.begin(), table.end());
    }
  }
  writer.add("norms", {values, seeds, 2, 3, blocks, blocks}, std::move(norms));

  const std::vector<std::optional<Slope>> fits = pair_table(
      result, std::optional<Slope>(), [&](Model model, Part part, Index row, Index column) {
        return result.slope(model, part, row, column);
      });
  const auto add_slopes = [&](const char* name, auto Slope::*number) {
    std::vector<double> numbers;
    for (const std::optional<Slope>& fit : fits)
      numbers.push_back(fit ? static_cast<double>((*fit).*number) : kNaN);
    writer.add(name, {2, 3, blocks, blocks}, std::move(numbers));
  };
  add_slopes("slopes", &Slope::slope);
  add_slopes("slope_standard_errors", &Slope::standard_error);
  add_slopes("slope_r_squared", &Slope::r_squared);
  add_slopes("slope_first_values", &Slope::first);
  add_slopes("slope_last_values", &Slope::last);
  add_slopes("slope_points_used", &Slope::used);
  add_slopes("slope_points_left_out", &Slope::left_out);

  std::vector<std::string> block_names, part_names, model_names;
  for (const Model model : kModels) {
    std::vector<std::string> names = names_of(result, model);
    names.resize(static_cast<std::size_t>(blocks));
    block_names.insert(block_names.end(), names.begin(), names.end());
    model_names.push_back(model_name(model));
  }
  for (const Part part : kParts) part_names.emplace_back(choice_name(part));
  writer.add("block_names", {2, blocks}, block_names);
  writer.add("model_names", model_names);
  writer.add("part_names", part_names);
  writer.add("field", {}, {result.request.field});
  add_provenance(writer, result.request.scenario, result.loss_formula);
  writer.save(path, std::move(stop));
}

}  // namespace hessianscope
