// Label and drop-down list of one Choice field.
#pragma once

#include <QComboBox>

#include "ui/controls/field_control.h"

namespace hessianscope {

class ChoiceField : public FieldControl {
  Q_OBJECT

 public:
  ChoiceField(const Field& field, QWidget* parent);

  void show_value(const FieldValue& value) override;
  QComboBox* list() const { return list_; }

 private:
  QComboBox* list_;
};

// A choice as people write it: "pre_ln" is shown as "pre-LN".
QString choice_label(const std::string& choice);

}  // namespace hessianscope
