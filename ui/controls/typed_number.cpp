#include "ui/controls/typed_number.h"

#include <QRegularExpression>

#include "core/text.h"

namespace hessianscope {
namespace {

TypedNumber refuse(const char* explanation, const QString& text) {
  return {std::nullopt, QString::fromUtf8(explanation).arg(text)};
}

}  // namespace

TypedNumber read_typed(const QString& text) {
  static const QRegularExpression form(
      QStringLiteral("^[+-]?([0-9]+[.,]?[0-9]*|[.,][0-9]+)([eE][+-]?[0-9]+)?$"));
  QString plain = text.trimmed();
  plain.replace(QChar(0x2212), u'-');  // the typographic minus of pages and papers
  if (plain.count(u'.') + plain.count(u',') > 1) {
    return refuse("“%1” has more than one decimal mark; thousands take no separator, as in 1000.5",
                  plain);
  }
  if (!form.match(plain).hasMatch()) {
    return refuse("“%1” is not a number; it can be written as 0.5, 0,5 or 1e-3", plain);
  }
  plain.replace(u',', u'.');
  if (plain.startsWith(u'+')) plain.remove(0, 1);
  const std::optional<double> value = parse_number(plain.toStdString());
  if (!value) return refuse("“%1” is beyond what a double can hold", plain);
  return {value, {}};
}

}  // namespace hessianscope
