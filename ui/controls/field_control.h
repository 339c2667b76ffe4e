// The control of one scenario field, made from the field table: label, range, default and help
// are the table's. Controls of every kind look the same to the window.
//
//   FieldControl* sigma = make_control(field("data.scale"), panel);
//   connect(sigma, &FieldControl::changed, [](const FieldValue& value) { ... });
#pragma once

#include <QHBoxLayout>
#include <QLabel>
#include <QWidget>

#include "core/scenario/field_table.h"

namespace hessianscope {

class FieldControl : public QWidget {
  Q_OBJECT

 public:
  const Field& field() const { return field_; }

  // Shows a value without announcing it.
  virtual void show_value(const FieldValue& value) = 0;

  // A line below the control: what the value amounts to in the data drawn, as in a norm.
  void show_remark(const QString& remark);
  // A control that has no effect at present is disabled and says why in its tooltip.
  void set_available(bool available, const QString& reason = {});

  int label_width() const { return label_->sizeHint().width(); }
  void set_label_width(int width) { label_->setFixedWidth(width); }

 signals:
  void changed(const FieldValue& value);     // live, on every input path
  void settled();                            // the gesture that made the changes is over
  void refused(const QString& explanation);  // typed text without a value; empty: no longer

 protected:
  FieldControl(const Field& field, QWidget* parent);

  // Puts a widget behind the label and gives it the field's name, help and label shortcut.
  void add(QWidget* widget, int stretch);
  void reset();
  // A double click on the label, or on a widget this filter is installed on, resets.
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void show_help(const QString& note);

  const Field& field_;
  QHBoxLayout* row_;
  QLabel* label_;
  QLabel* remark_;
};

// `field` must not be a Range or Flags, which have no control of their own, and must outlive it.
FieldControl* make_control(const Field& field, QWidget* parent);

// The name of the dynamic property that leads F1 from a widget to its glossary entry.
inline constexpr char kGlossaryProperty[] = "glossary";

}  // namespace hessianscope
