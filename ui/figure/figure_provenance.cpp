#include "ui/figure/figure_provenance.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <cmath>

#include "core/error.h"
#include "core/scenario/scenario_json.h"
#include "core/version.h"

namespace hessianscope {
namespace {

// Entries are counted in numbers a double holds exactly; no Hessian has more rows than this.
constexpr double kLargestIndex = 1e9;

QJsonValue to_json(const std::optional<EntryWindow>& window) {
  if (!window) return {};
  const auto number = [](Index value) { return static_cast<double>(value); };
  return QJsonArray{number(window->row_begin), number(window->row_end),
                    number(window->column_begin), number(window->column_end)};
}

QJsonValue to_json(const std::optional<std::array<double, 2>>& range) {
  if (!range) return {};
  return QJsonArray{(*range)[0], (*range)[1]};
}

// The numbers of an array of that length, each finite; nullopt for JSON null.
std::optional<std::vector<double>> numbers(const QJsonValue& value, qsizetype count,
                                           const std::string& origin) {
  if (value.isNull() || value.isUndefined()) return std::nullopt;
  const QJsonArray array = value.toArray();
  std::vector<double> result;
  for (const QJsonValue& item : array) result.push_back(item.toDouble(NAN));
  const bool finite = std::ranges::all_of(result, [](double x) { return std::isfinite(x); });
  if (array.size() != count || !finite) {
    throw Error(origin + ": the zoom of the figure is damaged; an array of " +
                std::to_string(count) + " numbers or null would be right");
  }
  return result;
}

std::optional<EntryWindow> window_from(const QJsonValue& value, const std::string& origin) {
  const auto read = numbers(value, 4, origin);
  if (!read) return std::nullopt;
  const std::vector<double>& edges = *read;
  const auto rising = [](double begin, double end) {
    return begin >= 0 && end > begin && end <= kLargestIndex;
  };
  if (!rising(edges[0], edges[1]) || !rising(edges[2], edges[3])) {
    throw Error(origin + ": the part of the matrix the figure shows is damaged");
  }
  return EntryWindow{static_cast<Index>(edges[0]), static_cast<Index>(edges[1]),
                     static_cast<Index>(edges[2]), static_cast<Index>(edges[3])};
}

std::optional<std::array<double, 2>> range_from(const QJsonValue& value,
                                                const std::string& origin) {
  const auto read = numbers(value, 2, origin);
  if (!read) return std::nullopt;
  if (!((*read)[0] < (*read)[1])) {
    throw Error(origin + ": the range of eigenvalues the figure shows is damaged");
  }
  return std::array{(*read)[0], (*read)[1]};
}

}  // namespace

FigureProvenance figure_provenance(FigureView view, const FigureState& state) {
  const QJsonObject figure{
      {"view", QString::fromLatin1(name(view).data())},
      {"linked", state.linked},
      {"windows", QJsonArray{to_json(state.zoom.windows[0]), to_json(state.zoom.windows[1])}},
      {"eigenvalues",
       QJsonArray{to_json(state.zoom.eigenvalues[0]), to_json(state.zoom.eigenvalues[1])}}};
  return {kVersion, QString::fromStdString(scenario_to_json_line(state.scenario())),
          QString::fromStdString(loss_formula(*state.snapshot->problem)),
          QString::fromUtf8(QJsonDocument(figure).toJson(QJsonDocument::Compact))};
}

QByteArray provenance_elements(const FigureProvenance& provenance, const QByteArray& prefix) {
  const auto element = [&](const QByteArray& tag, const QString& text) {
    return "<" + prefix + tag + ">" + text.toHtmlEscaped().toUtf8() + "</" + prefix + tag + ">";
  };
  return element("version", provenance.version) + element("scenario", provenance.scenario) +
         element("loss", provenance.loss) + element("figure", provenance.figure);
}

void read_figure_json(const QByteArray& json, const std::string& origin, RestoredFigure& into) {
  QJsonParseError fault;
  const QJsonDocument document = QJsonDocument::fromJson(json, &fault);
  if (!document.isObject()) {
    throw Error(origin + ": what it says about its zoom is not JSON (" +
                fault.errorString().toStdString() + ")");
  }
  const QJsonObject figure = document.object();
  into.linked = figure["linked"].toBool(true);
  const QJsonArray windows = figure["windows"].toArray();
  const QJsonArray eigenvalues = figure["eigenvalues"].toArray();
  for (const Model model : kModels) {
    const int index = static_cast<int>(model);
    const std::size_t slot = static_cast<std::size_t>(model);
    into.zoom.windows[slot] = window_from(windows.at(index), origin);
    into.zoom.eigenvalues[slot] = range_from(eigenvalues.at(index), origin);
  }
}

}  // namespace hessianscope
