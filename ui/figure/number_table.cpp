#include "ui/figure/number_table.h"

#include <QLocale>
#include <cmath>

#include "core/spectrum/shape.h"
#include "ui/plots/plot_text.h"

namespace hessianscope {
namespace {

constexpr int kDigits = 4;
constexpr double kLargestCount = 1e7;

struct Measure {
  const char* label;
  const char* latex;
  const char* glossary;
  double (*of)(const Spectrum&);
};

constexpr Measure kMeasures[] = {
    {"λ max", "$\\lambda_{\\max}$", "lambda", [](const Spectrum& s) { return s.maximum(); }},
    {"λ min", "$\\lambda_{\\min}$", "lambda", [](const Spectrum& s) { return s.minimum(); }},
    {"negative %", "negative (\\%)", "negative",
     [](const Spectrum& s) { return 100 * negative_share(s); }},
    {"zeros", "zeros", "zeros", [](const Spectrum& s) { return static_cast<double>(s.zero); }},
    {"zero if |λ| ≤", "zero tolerance", "zeros",
     [](const Spectrum& s) { return s.zero_tolerance; }},
    {"effective rank", "effective rank", "effective_rank",
     [](const Spectrum& s) { return effective_rank(s); }},
    {"trace check", "trace error", "self_check", [](const Spectrum& s) { return s.trace_error; }},
    {"norm check", "norm error", "self_check", [](const Spectrum& s) { return s.frobenius_error; }},
};

// The digits that read back to the same double.
QString exact_text(double value) {
  return QString::number(value, 'g', QLocale::FloatingPointShortest);
}

NumberTable::Row per_model(const char* label, const char* latex, const char* glossary,
                           const std::vector<Number>& numbers) {
  return {QString::fromUtf8(label), QString::fromUtf8(latex), QString::fromUtf8(glossary), numbers};
}

// ||VV|| / ||QQ||, with the merged query-key block in the place of QQ.
Number value_to_query(const ModelSnapshot& attention, Part part) {
  const Matrix& norms = attention.norms.of(part);
  const Index last = norms.rows() - 1;
  const double value = norms(last, last), query = norms(0, 0);
  if (value == 0 && query == 0) return {};
  return {value / query};
}

QString in_latex(const Number& number) {
  if (!number.value) return QStringLiteral("--");
  const QString text = exact_text(*number.value);
  const qsizetype exponent = text.indexOf(u'e');
  if (exponent < 0) return QStringLiteral("$%1$").arg(text);
  return QStringLiteral("$%1 \\times 10^{%2}$")
      .arg(text.left(exponent))
      .arg(text.mid(exponent + 1).toInt());
}

}  // namespace

NumberTable summary_table(const Snapshot& picture, const Snapshot* spectra) {
  const Part part = picture.problem->scenario.view.part;
  const auto from_each = [&](auto of) {
    std::vector<Number> numbers;
    for (const Model model : kModels) numbers.push_back(of(picture.of(model)));
    return numbers;
  };
  NumberTable table{{QStringLiteral("attention"), QStringLiteral("MLP")}, {}};
  table.rows.push_back(
      per_model("parameters", "$P$", "parameters", from_each([](const ModelSnapshot& m) {
                  return Number{static_cast<double>(m.curvature->parameters())};
                })));
  table.rows.push_back(
      per_model("loss", "loss", "loss_value",
                from_each([](const ModelSnapshot& m) { return Number{m.curvature->loss()}; })));
  table.rows.push_back(
      per_model("trace", "$\\operatorname{tr}$", "trace", from_each([part](const ModelSnapshot& m) {
                  return Number{m.trace[static_cast<std::size_t>(part)]};
                })));
  table.rows.push_back(
      per_model("norm", "$\\|H\\|_F$", "frobenius",
                from_each([part](const ModelSnapshot& m) { return Number{m.norms.whole(part)}; })));
  for (const Measure& measure : kMeasures) {
    NumberTable::Row row = per_model(measure.label, measure.latex, measure.glossary, {});
    for (const Model model : kModels) {
      const Spectrum* spectrum = spectra ? spectra->of(model).spectrum(part) : nullptr;
      if (spectrum) {
        row.numbers.push_back({measure.of(*spectrum), spectra->generation != picture.generation});
      } else {
        row.numbers.emplace_back();
      }
    }
    table.rows.push_back(row);
  }
  table.rows.push_back(per_model("V/Q norm ratio", "$\\|VV\\|_F / \\|QQ\\|_F$", "value_to_query",
                                 {value_to_query(picture.of(Model::Attention), part), {}}));
  return table;
}

NumberTable norm_table(const Snapshot& picture, Model model) {
  const Part part = picture.problem->scenario.view.part;
  const ModelSnapshot& shown = picture.of(model);
  const BlockLayout& layout = shown.curvature->layout();
  NumberTable table{{QStringLiteral("Frobenius"), QStringLiteral("RMS")}, {}};
  for (Index row = 0; row < layout.count(); ++row) {
    for (Index column = row; column < layout.count(); ++column) {
      const double rms = shown.norms.root_mean_square(part, layout, row, column);
      table.rows.push_back({block_pair_text(layout[row].name, layout[column].name),
                            QStringLiteral("$%1 \\times %2$")
                                .arg(QString::fromStdString(layout[row].name),
                                     QString::fromStdString(layout[column].name)),
                            QStringLiteral("block_norms"),
                            {{shown.norms.of(part)(row, column)}, {rms}}});
    }
  }
  return table;
}

QString shown_text(const Number& number) {
  if (!number.value) return QStringLiteral("–");
  const double value = *number.value;
  const bool count = value == std::floor(value) && std::abs(value) < kLargestCount;
  return count ? QString::number(static_cast<qint64>(value)) : rounded_text(value, kDigits);
}

QString to_csv(const NumberTable& table) {
  QString text = QStringLiteral("quantity");
  for (const QString& column : table.columns) text += u',' + column;
  text += u'\n';
  for (const NumberTable::Row& row : table.rows) {
    text += row.label;
    for (const Number& number : row.numbers) {
      text += u',';
      if (number.value) text += exact_text(*number.value);
    }
    text += u'\n';
  }
  return text;
}

QString to_latex(const NumberTable& table) {
  QString text = QStringLiteral("\\begin{tabular}{l%1}\n")
                     .arg(QString(static_cast<qsizetype>(table.columns.size()), u'r'));
  for (const QString& column : table.columns) text += QStringLiteral(" & ") + column;
  text += QStringLiteral(" \\\\\n\\hline\n");
  for (const NumberTable::Row& row : table.rows) {
    text += row.latex;
    for (const Number& number : row.numbers) text += QStringLiteral(" & ") + in_latex(number);
    text += QStringLiteral(" \\\\\n");
  }
  return text + QStringLiteral("\\end{tabular}\n");
}

}  // namespace hessianscope
