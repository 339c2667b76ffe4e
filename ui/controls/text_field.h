// The path of one Text field, typed or chosen in a dialog.
#pragma once

#include <QLineEdit>

#include "ui/controls/field_control.h"

namespace hessianscope {

class TextField : public FieldControl {
  Q_OBJECT

 public:
  TextField(const Field& field, QWidget* parent);

  void show_value(const FieldValue& value) override;
  QLineEdit* line() const { return line_; }

 private:
  void announce(const QString& text);
  void choose_file();

  QLineEdit* line_;
};

}  // namespace hessianscope
