#include "ui/controls/switch_field.h"

namespace hessianscope {

SwitchField::SwitchField(const Field& field, QWidget* parent)
    : FieldControl(field, parent), box_(new QCheckBox(this)) {
  add(box_, 1);
  connect(box_, &QCheckBox::clicked, this, [this](bool on) {
    emit changed(on);
    emit settled();
  });
  show_value(field.get(Scenario{}));
}

void SwitchField::show_value(const FieldValue& value) {
  box_->setChecked(std::get<bool>(value));
}

}  // namespace hessianscope
