#include "ui/controls/text_field.h"

#include <QFileDialog>
#include <QToolButton>

namespace hessianscope {

TextField::TextField(const Field& field, QWidget* parent)
    : FieldControl(field, parent), line_(new QLineEdit(this)) {
  add(line_, 1);
  auto* choose = new QToolButton(this);
  choose->setText(QStringLiteral("…"));
  add(choose, 0);
  choose->setAccessibleName(QStringLiteral("Choose a file"));
  choose->setToolTip(QStringLiteral("Choose a file"));
  connect(choose, &QToolButton::clicked, this, &TextField::choose_file);
  connect(line_, &QLineEdit::editingFinished, this, [this] {
    if (line_->isModified()) announce(line_->text());
  });
}

void TextField::show_value(const FieldValue& value) {
  line_->setText(QString::fromStdString(std::get<std::string>(value)));
}

void TextField::announce(const QString& text) {
  line_->setModified(false);
  emit changed(text.trimmed().toStdString());
  emit settled();
}

void TextField::choose_file() {
  const QString path =
      QFileDialog::getOpenFileName(this, QStringLiteral("Choose a layer"), line_->text(),
                                   QStringLiteral("NumPy arrays (*.npz);;All files (*)"));
  if (!path.isEmpty()) announce(path);
}

}  // namespace hessianscope
