#include "core/study/sweep.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/attention/attention_curvature.h"
#include "core/curvature/block_norms.h"
#include "core/data/draw.h"
#include "core/error.h"
#include "core/live/capacity.h"
#include "core/mlp/mlp_curvature.h"
#include "core/scenario/field_table.h"
#include "core/scenario/field_values.h"
#include "core/text.h"

namespace hessianscope {
namespace {

std::size_t at(Index i) {
  return static_cast<std::size_t>(i);
}

void require_ends(const SweepRequest& request, const Field& field) {
  const std::string sweep_of = "the sweep over " + field.key;
  if (field.kind != FieldKind::Number && field.kind != FieldKind::Integer)
    throw Error(sweep_of + " is not possible: only a field that holds a number can be swept");
  if (request.points < 1 || request.seeds < 1)
    throw Error(sweep_of + " needs at least 1 point and 1 seed");
  for (const double end : {request.from, request.to}) {
    if (!(end >= field.minimum && end <= field.maximum))
      throw Error(sweep_of + " reaches " + number_text(end) + "; " + field.key + " must be " +
                  allowed_values(field));
  }
  if (request.points == 1 ? request.from != request.to : !(request.from < request.to))
    throw Error(
        sweep_of + " runs from " + number_text(request.from) + " to " + number_text(request.to) +
        (request.points == 1 ? "; a single point needs both to be the same" : "; it must rise"));
  if (field.logarithmic && !(request.from > 0))
    throw Error(sweep_of + " starts at " + number_text(request.from) +
                "; its points are spaced logarithmically, so it must start above 0");
}

// The scenario at one value with seed number `seed` = 0 .. K-1 added to all seeds, every field
// checked.
Scenario scenario_at(const SweepRequest& request, double value, Index seed) {
  Scenario scenario = request.scenario;
  assign(scenario, field(request.field), value);
  for (const char* key : {"data.seed", "attention.seed", "mlp.seed"}) {
    const Field& each = field(key);
    assign(scenario, each, std::get<std::int64_t>(each.get(scenario)) + seed);
  }
  validate(scenario);
  return scenario;
}

// Draws one problem and returns its loss formula; the norms need its factors, not its Hessians.
std::string checked_loss_formula(ProblemSource& source, const Scenario& scenario) {
  const Problem problem = source.draw(scenario);
  Cost cost = estimate_cost(problem);
  cost.bytes = cost.factor_bytes;
  const std::string reason = refusal(cost, memory_limit());
  if (!reason.empty()) throw Error(reason);
  return loss_formula(problem);
}

}  // namespace

double SweepResult::norm(Index value, Index seed, Model model, Part part, Index row,
                         Index column) const {
  const Matrix& blocks = norms[at(value)][at(seed)][static_cast<std::size_t>(model)].of(part);
  if (row >= blocks.rows() || column >= blocks.cols())
    return std::numeric_limits<double>::quiet_NaN();
  return blocks(row, column);
}

Slope SweepResult::slope(Model model, Part part, Index row, Index column) const {
  std::vector<double> x, y;
  for (std::size_t value = 0; value < values.size(); ++value) {
    for (Index seed = 0; seed < request.seeds; ++seed) {
      x.push_back(values[value]);
      y.push_back(norm(static_cast<Index>(value), seed, model, part, row, column));
    }
  }
  return fit_slope(x, y);
}

std::vector<double> sweep_values(const SweepRequest& request) {
  const Field& swept = field(request.field);
  require_ends(request, swept);
  std::vector<double> values;
  for (Index i = 0; i < request.points; ++i) {
    const double share =
        request.points == 1 ? 0 : static_cast<double>(i) / static_cast<double>(request.points - 1);
    double value =
        swept.logarithmic
            ? std::pow(10, std::lerp(std::log10(request.from), std::log10(request.to), share))
            : std::lerp(request.from, request.to, share);
    if (i == 0) value = request.from;
    if (i > 0 && i == request.points - 1) value = request.to;
    if (swept.kind == FieldKind::Integer) value = std::round(value);
    if (values.empty() || value > values.back()) values.push_back(value);
  }
  return values;
}

SweepResult sweep(const SweepRequest& request, const std::function<void(double)>& progress,
                  std::stop_token stop) {
  SweepResult result;
  result.request = request;
  result.values = sweep_values(request);
  for (const double value : result.values) scenario_at(request, value, request.seeds - 1);

  // Every size grows with its field, so the machine's limits show at the ends.
  ProblemSource source;
  const double first = result.values.front(), last = result.values.back();
  result.loss_formula = checked_loss_formula(source, scenario_at(request, first, 0));
  const std::string last_formula = checked_loss_formula(source, scenario_at(request, last, 0));
  if (last_formula != result.loss_formula)
    result.loss_formula += " at " + request.field + " = " + number_text(first) + "; " +
                           last_formula + " at " + number_text(last);

  const double steps = static_cast<double>(result.values.size() * at(request.seeds) * 2);
  double done = 0;
  for (const double value : result.values) {
    auto& seeds = result.norms.emplace_back();
    for (Index seed = 0; seed < request.seeds; ++seed) {
      const Problem problem = source.draw(scenario_at(request, value, seed));
      auto& models = seeds.emplace_back();
      for (const Model model : kModels) {
        if (stop.stop_requested()) throw Interrupted();
        const Curvature curvature =
            model == Model::Attention ? attention_curvature(problem) : mlp_curvature(problem);
        models[static_cast<std::size_t>(model)] = block_norms(curvature, stop);
        auto& names = result.block_names[static_cast<std::size_t>(model)];
        for (Index b = static_cast<Index>(names.size()); b < curvature.layout().count(); ++b)
          names.push_back(curvature.layout()[b].name);
        if (progress) progress(++done / steps);
      }
    }
  }
  return result;
}

}  // namespace hessianscope
