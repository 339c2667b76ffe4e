#include "ui/controls/choice_field.h"

#include <QHash>

namespace hessianscope {

QString choice_label(const std::string& choice) {
  // Only the names whose spelling in files is not how people write them.
  static const QHash<QString, QString> labels = {
      {QStringLiteral("digit_addition"), QStringLiteral("digit addition")},
      {QStringLiteral("file"), QStringLiteral("file (.npz)")},
      {QStringLiteral("pre_ln"), QStringLiteral("pre-LN")},
      {QStringLiteral("relu"), QStringLiteral("ReLU")},
      {QStringLiteral("gelu"), QStringLiteral("GELU")},
      {QStringLiteral("mse"), QStringLiteral("squared error")},
      {QStringLiteral("cross_entropy"), QStringLiteral("cross-entropy")},
  };
  const QString name = QString::fromStdString(choice);
  return labels.value(name, name);
}

ChoiceField::ChoiceField(const Field& field, QWidget* parent)
    : FieldControl(field, parent), list_(new QComboBox(this)) {
  for (const std::string& choice : field.choices) {
    list_->addItem(choice_label(choice), QString::fromStdString(choice));
  }
  list_->setMinimumContentsLength(8);
  list_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  add(list_, 1);
  // activated, not currentIndexChanged: only what a person chose is a change.
  connect(list_, &QComboBox::activated, this, [this](int index) {
    emit changed(list_->itemData(index).toString().toStdString());
    emit settled();
  });
  show_value(field.get(Scenario{}));
}

void ChoiceField::show_value(const FieldValue& value) {
  list_->setCurrentIndex(list_->findData(QString::fromStdString(std::get<std::string>(value))));
}

}  // namespace hessianscope
