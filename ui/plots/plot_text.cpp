#include "ui/plots/plot_text.h"

#include <array>
#include <charconv>
#include <cmath>

#include "core/scenario/field_table.h"

namespace hessianscope {
namespace {

QString subscript(std::string_view digits) {
  QString text;
  for (const char digit : digits) text += QChar(0x2080 + (digit - '0'));
  return text;
}

bool is_number(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

QString of(std::string_view text) {
  return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

QString scale_text(const char* label, double scale) {
  return scale == 1 ? QString() : QString(" · %1 %2").arg(label, rounded_text(scale, 4));
}

QString attention_text(const Problem& problem) {
  const AttentionSettings& attention = problem.scenario.attention;
  QString text = " · " + of(name(problem.kernel));
  if (problem.mask == AttentionMask::Causal) text += " · causal";
  if (problem.query_key == QueryKeyForm::Merged) text += " · merged QK";
  text += scale_text("τ =", problem.temperature);
  text += scale_text("|Q| ×", attention.query_scale);
  text += scale_text("|K| ×", attention.key_scale);
  text += scale_text("|V| ×", attention.value_scale);
  return text;
}

QString mlp_text(const Problem& problem) {
  QString text = QString(" · depth %1").arg(problem.mlp_weights.size());
  if (problem.mlp_weights.size() > 1) {
    text += QString(" · width %1").arg(problem.mlp_weights.front().cols());
    text += " · " + of(name(problem.activation));
  }
  return text + scale_text("|W| ×", problem.scenario.mlp.scale);
}

}  // namespace

QString rounded_text(double value, int digits) {
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value > 0 ? "∞" : "−∞";
  std::array<char, 64> buffer;
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,
                                 std::chars_format::general, digits);
  QString text = QString::fromLatin1(buffer.data(), end.ptr - buffer.data());
  const qsizetype exponent = text.indexOf('e');
  if (exponent >= 0) {
    const int power = text.mid(exponent + 1).toInt();
    text = text.left(exponent + 1) + QString::number(power);
  }
  return text.replace('-', "−");
}

QString power_text(int exponent) {
  static const QString digits = "⁰¹²³⁴⁵⁶⁷⁸⁹";
  QString text = "10";
  for (const QChar digit : QString::number(exponent)) {
    text += digit == '-' ? QChar(u'⁻') : digits[digit.digitValue()];
  }
  return text;
}

QString block_text(std::string_view block_name) {
  if (!block_name.starts_with("W_")) return of(block_name);
  const std::string_view rest = block_name.substr(2);
  return is_number(rest) ? "W" + subscript(rest) : of(rest);
}

QString block_pair_text(std::string_view row, std::string_view column) {
  const bool merged = row == "W_QK" || column == "W_QK";
  return block_text(row) + (merged ? "·" : "") + block_text(column);
}

QString part_text(Part part) {
  return part == Part::Total ? "H" : part == Part::Outer ? "H outer" : "H functional";
}

QString model_text(Model model) {
  return model == Model::Attention ? "Self-attention" : "MLP baseline";
}

QString parameters_text(const Snapshot& snapshot, Model model) {
  const Problem& problem = *snapshot.problem;
  const Scenario& scenario = problem.scenario;
  QString text = QString("P = %1").arg(snapshot.of(model).curvature->parameters());
  text += " · σ = " + rounded_text(scenario.data.scale, 4);
  text += QString(" · L = %1").arg(problem.length);
  if (problem.sequences > 1) text += QString(" · N = %1").arg(problem.sequences);
  text += model == Model::Attention ? attention_text(problem) : mlp_text(problem);
  if (scenario.attention.normalization == Normalization::PreLn) text += " · pre-LN";
  if (problem.loss == LossKind::CrossEntropy) text += " · cross-entropy";
  if (scenario.data.source == DataSource::DigitAddition) text += " · digit addition";
  if (scenario.data.source == DataSource::File) text += " · layer from a file";
  return text;
}

}  // namespace hessianscope
