// Label, slider and number field of one Number or Integer field, moving together.
#pragma once

#include <QSlider>
#include <QTimer>

#include "ui/controls/field_control.h"
#include "ui/controls/number_field.h"
#include "ui/controls/slider_scale.h"

namespace hessianscope {

class SliderField : public FieldControl {
  Q_OBJECT

 public:
  SliderField(const Field& field, QWidget* parent);

  void show_value(const FieldValue& value) override;
  // Null for a field that the table gives no slider range, as a seed.
  QSlider* slider() const { return slider_; }
  NumberField* number_field() const { return number_; }

 private:
  void add_slider();
  void take_position(int position);
  void place_handle(double value);

  SliderScale scale_;
  QSlider* slider_ = nullptr;
  NumberField* number_;
  QTimer settling_;  // keys, wheel and groove clicks: no release tells when they are over
};

}  // namespace hessianscope
