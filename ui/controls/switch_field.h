// The check box of one Boolean field.
#pragma once

#include <QCheckBox>

#include "ui/controls/field_control.h"

namespace hessianscope {

class SwitchField : public FieldControl {
  Q_OBJECT

 public:
  SwitchField(const Field& field, QWidget* parent);

  void show_value(const FieldValue& value) override;
  QCheckBox* box() const { return box_; }

 private:
  QCheckBox* box_;
};

}  // namespace hessianscope
