#include "ui/controls/slider_field.h"

#include <QSignalBlocker>

namespace hessianscope {
namespace {

constexpr int kNumberCharacters = 7, kSeedCharacters = 17;

int width_for(const QWidget& widget, int characters) {
  constexpr int kFrame = 10;
  return widget.fontMetrics().horizontalAdvance(u'0') * characters + kFrame;
}

}  // namespace

SliderField::SliderField(const Field& field, QWidget* parent)
    : FieldControl(field, parent), scale_(field), number_(new NumberField(field, this)) {
  settling_.setSingleShot(true);
  settling_.setInterval(kSettlingPause);
  connect(&settling_, &QTimer::timeout, this, &SliderField::settled);
  connect(number_, &NumberField::edited, this, [this](double value) {
    place_handle(value);
    emit changed(value_of(this->field(), value));
  });
  connect(number_, &NumberField::settled, this, &SliderField::settled);
  connect(number_, &NumberField::refused, this, &SliderField::refused);

  if (scale_.count() > 1) add_slider();
  add(number_, slider_ ? 0 : 1);
  if (slider_) setTabOrder(slider_, number_);
  number_->setFixedWidth(width_for(*this, slider_ ? kNumberCharacters : kSeedCharacters));
  place_handle(number_->value());
}

void SliderField::add_slider() {
  slider_ = new QSlider(Qt::Horizontal, this);
  slider_->setRange(0, scale_.count() - 1);
  slider_->setSingleStep(scale_.arrow_stops());
  slider_->setPageStep(scale_.page_stops());
  slider_->installEventFilter(this);
  slider_->setMinimumWidth(60);
  connect(slider_, &QSlider::valueChanged, this, &SliderField::take_position);
  connect(slider_, &QSlider::sliderReleased, this, [this] {
    settling_.stop();
    emit settled();
  });
  add(slider_, 1);
}

void SliderField::show_value(const FieldValue& value) {
  const double number = number_of(value);
  number_->show_value(number);
  // While a drag goes on the hand decides where the handle is.
  if (slider_ && !slider_->isSliderDown()) place_handle(number);
}

void SliderField::place_handle(double value) {
  if (!slider_) return;
  const QSignalBlocker silent(slider_);
  slider_->setValue(scale_.position(value));
}

void SliderField::take_position(int position) {
  const double value = scale_.value(position);
  number_->show_value(value);
  emit changed(value_of(field(), value));
  if (!slider_->isSliderDown()) settling_.start();
}

}  // namespace hessianscope
