#include "ui/controls/field_control.h"

#include <QEvent>
#include <QVBoxLayout>

#include "ui/controls/choice_field.h"
#include "ui/controls/slider_field.h"
#include "ui/controls/switch_field.h"
#include "ui/controls/text_field.h"

namespace hessianscope {
namespace {

constexpr int kSpacing = 6;
constexpr double kRemarkSize = 0.9;  // of the window's font

}  // namespace

FieldControl::FieldControl(const Field& field, QWidget* parent)
    : QWidget(parent),
      field_(field),
      row_(new QHBoxLayout),
      label_(new QLabel(this)),
      remark_(new QLabel(this)) {
  label_->setText(QString::fromStdString(field.label));
  label_->installEventFilter(this);
  QFont small = font();
  small.setPointSizeF(small.pointSizeF() * kRemarkSize);
  remark_->setFont(small);
  remark_->setAlignment(Qt::AlignRight);
  remark_->setForegroundRole(QPalette::PlaceholderText);
  remark_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  remark_->hide();

  row_->setSpacing(kSpacing);
  row_->addWidget(label_);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addLayout(row_);
  column->addWidget(remark_);
  setProperty(kGlossaryProperty, QString::fromStdString(field.key));
  show_help({});
}

void FieldControl::add(QWidget* widget, int stretch) {
  const QString unit = QString::fromStdString(field_.unit);
  const QString label = QString::fromStdString(field_.label);
  widget->setAccessibleName(unit.isEmpty() ? label : QStringLiteral("%1 (%2)").arg(label, unit));
  row_->addWidget(widget, stretch);
  if (label_->buddy() == nullptr) label_->setBuddy(widget);
}

void FieldControl::show_remark(const QString& remark) {
  remark_->setText(remark);
  remark_->setVisible(!remark.isEmpty());
}

void FieldControl::set_available(bool available, const QString& reason) {
  setEnabled(available);
  show_help(available ? QString() : reason);
}

void FieldControl::show_help(const QString& note) {
  // As rich text a tooltip wraps its lines.
  QString help = QString::fromStdString(field_.help).toHtmlEscaped();
  if (!note.isEmpty()) help = QStringLiteral("<b>%1</b><br>%2").arg(note.toHtmlEscaped(), help);
  setToolTip(QStringLiteral("<p>%1</p>").arg(help));
}

void FieldControl::reset() {
  const FieldValue value = field_.get(Scenario{});
  show_value(value);
  emit changed(value);
  emit settled();
}

bool FieldControl::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::MouseButtonDblClick) {
    reset();
    return true;
  }
  return QWidget::eventFilter(watched, event);
}

FieldControl* make_control(const Field& field, QWidget* parent) {
  switch (field.kind) {
    case FieldKind::Choice:
      return new ChoiceField(field, parent);
    case FieldKind::Boolean:
      return new SwitchField(field, parent);
    case FieldKind::Text:
      return new TextField(field, parent);
    default:
      return new SliderField(field, parent);
  }
}

}  // namespace hessianscope
