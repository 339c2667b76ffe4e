// A number field that reads what people write: "1e-3", "0.5" and "0,5" in every locale, whole
// numbers up to 2^53 - 1. What it cannot read it refuses visibly, keeping the old value.
#pragma once

#include <QLineEdit>
#include <QTimer>

#include "core/scenario/field_table.h"
#include "ui/controls/slider_scale.h"

namespace hessianscope {

// Keys, the wheel and clicks beside the handle have no release: the gesture is over when no change
// has come for so long.
inline constexpr int kSettlingPause = 600;  // ms

class NumberField : public QLineEdit {
  Q_OBJECT

 public:
  // `field` must be a Number or an Integer and outlive the widget.
  explicit NumberField(const Field& field, QWidget* parent = nullptr);

  double value() const { return value_; }
  // Shows a value without announcing it. Text that already means this value is left as typed.
  void show_value(double value);
  // The reason why the present text is refused; empty when it is not.
  const QString& refusal() const { return refusal_; }

 signals:
  // A new legal value: on Enter, on leaving, after a short pause in typing, by arrow key or wheel.
  void edited(double value);
  // No further value belongs to the same gesture.
  void settled();
  void refused(const QString& explanation);  // empty: no longer

 protected:
  bool event(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  bool take_text();
  void commit();
  void revert();
  void step(int steps);
  void set_refusal(const QString& explanation);
  void withdraw_refusal();
  void announce(double value);

  const Field& field_;
  SliderScale scale_;
  double value_ = 0;
  QString refusal_;
  int wheel_remainder_ = 0;
  QTimer typing_pause_, settling_;
};

// The field's value as a number, and back; Number and Integer only.
double number_of(const FieldValue& value);
FieldValue value_of(const Field& field, double number);

}  // namespace hessianscope
