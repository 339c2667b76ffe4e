#include "ui/controls/number_field.h"

#include <QKeyEvent>
#include <QPainter>
#include <QToolTip>
#include "core/error.h"
#include "core/text.h"
#include "ui/controls/typed_number.h"

namespace hessianscope {
namespace {

constexpr int kTypingPause = 600;  // ms
constexpr int kPageSteps = 10;
constexpr int kWheelNotch = 120;  // eighths of a degree, Qt's unit
const QColor kRefusedColour(0xc0, 0x39, 0x2b);

// Why `number` is not a legal value of the field; empty when it is.
QString objection(const Field& field, double number) {
  try {
    Scenario scratch;
    assign(scratch, field, number);
  } catch (const Error& error) {
    return QString::fromUtf8(error.what());
  }
  return {};
}

QString exact_text(double value) {
  return QString::fromStdString(number_text(value));
}

}  // namespace

double number_of(const FieldValue& value) {
  if (const auto* integer = std::get_if<std::int64_t>(&value)) return static_cast<double>(*integer);
  return std::get<double>(value);
}

FieldValue value_of(const Field& field, double number) {
  if (field.kind == FieldKind::Integer) return static_cast<std::int64_t>(number);
  return number;
}

NumberField::NumberField(const Field& field, QWidget* parent)
    : QLineEdit(parent), field_(field), scale_(field) {
  setAlignment(Qt::AlignRight);
  setAccessibleName(QString::fromStdString(field.label));
  typing_pause_.setSingleShot(true);
  typing_pause_.setInterval(kTypingPause);
  settling_.setSingleShot(true);
  settling_.setInterval(kSettlingPause);
  connect(&typing_pause_, &QTimer::timeout, this, &NumberField::take_text);
  connect(&settling_, &QTimer::timeout, this, &NumberField::settled);
  connect(this, &QLineEdit::returnPressed, this, &NumberField::commit);
  connect(this, &QLineEdit::textEdited, this, [this] {
    withdraw_refusal();
    typing_pause_.start();
  });
  show_value(number_of(field.get(Scenario{})));
}

void NumberField::show_value(double value) {
  value_ = value;
  set_refusal({});
  if (typing_pause_.isActive() || (hasFocus() && isModified())) {
    if (read_typed(text()).value == value) return;
  }
  typing_pause_.stop();
  setText(exact_text(value));
  setCursorPosition(0);
}

// Makes the typed text the value; false when it is refused.
bool NumberField::take_text() {
  typing_pause_.stop();
  TypedNumber typed = read_typed(text());
  if (typed.value) typed.explanation = objection(field_, *typed.value);
  if (!typed.explanation.isEmpty()) {
    set_refusal(typed.explanation);
    QToolTip::showText(mapToGlobal(QPoint(0, height())), typed.explanation, this);
    emit refused(typed.explanation);
    return false;
  }
  withdraw_refusal();
  if (*typed.value != value_) announce(*typed.value);
  return true;
}

void NumberField::commit() {
  if (!take_text()) {
    selectAll();
    return;
  }
  setModified(false);
  setText(exact_text(value_));
  selectAll();
  settling_.stop();
  emit settled();
}

void NumberField::revert() {
  typing_pause_.stop();
  set_refusal({});
  setText(exact_text(value_));
}

void NumberField::withdraw_refusal() {
  if (refusal_.isEmpty()) return;
  set_refusal({});
  emit refused({});
}

void NumberField::announce(double value) {
  value_ = value;
  emit edited(value);
}

void NumberField::step(int steps) {
  if (isModified() && !take_text()) return;
  setModified(false);
  const double next = scale_.stepped(value_, steps);
  if (next == value_) return;
  setText(exact_text(next));
  announce(next);
  settling_.start();
}

void NumberField::set_refusal(const QString& explanation) {
  if (refusal_ == explanation) return;
  refusal_ = explanation;
  setAccessibleDescription(explanation);
  if (explanation.isEmpty()) QToolTip::hideText();
  update();
}

// Undo and redo belong to the window unless text is being typed here.
bool NumberField::event(QEvent* event) {
  if (event->type() == QEvent::ShortcutOverride && !isModified()) {
    const auto* key = static_cast<QKeyEvent*>(event);
    if (key->matches(QKeySequence::Undo) || key->matches(QKeySequence::Redo)) {
      event->ignore();
      return true;
    }
  }
  return QLineEdit::event(event);
}

void NumberField::keyPressEvent(QKeyEvent* event) {
  switch (event->key()) {
    case Qt::Key_Up:
      return step(1);
    case Qt::Key_Down:
      return step(-1);
    case Qt::Key_PageUp:
      return step(kPageSteps);
    case Qt::Key_PageDown:
      return step(-kPageSteps);
    case Qt::Key_Escape:
      withdraw_refusal();
      return revert();
    default:
      QLineEdit::keyPressEvent(event);
  }
}

void NumberField::wheelEvent(QWheelEvent* event) {
  wheel_remainder_ += event->angleDelta().y();
  const int notches = wheel_remainder_ / kWheelNotch;
  wheel_remainder_ -= notches * kWheelNotch;
  if (notches != 0) step(notches);
  event->accept();
}

void NumberField::focusOutEvent(QFocusEvent* event) {
  if (isModified()) {
    if (take_text()) emit settled();
    setModified(false);
    revert();
  }
  QLineEdit::focusOutEvent(event);
}

void NumberField::paintEvent(QPaintEvent* event) {
  QLineEdit::paintEvent(event);
  if (refusal_.isEmpty()) return;
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(kRefusedColour, 2));
  painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 2, 2);
}

}  // namespace hessianscope
