#include "ui/window/notice_bar.h"

#include <QAccessible>
#include <QHBoxLayout>
#include <QPainter>
#include <QToolButton>

namespace hessianscope {
namespace {

constexpr int kStripe = 4;             // px
constexpr int kSuccessStays = 10'000;  // ms
const QColor kErrorColour(0xc0, 0x39, 0x2b), kSuccessColour(0x2e, 0x8b, 0x57);

}  // namespace

NoticeBar::NoticeBar(QWidget* parent) : QFrame(parent), text_(new QLabel(this)), leave_(this) {
  parent->installEventFilter(this);
  text_->setWordWrap(true);
  text_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  text_->setTextFormat(Qt::PlainText);
  auto* close = new QToolButton(this);
  close->setText(QStringLiteral("×"));
  close->setAutoRaise(true);
  close->setAccessibleName(QStringLiteral("Close the notice"));
  close->setToolTip(QStringLiteral("Close the notice"));

  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(kStripe + 8, 3, 4, 3);
  row->addWidget(text_, 1);
  row->addWidget(close);
  setBackgroundRole(QPalette::AlternateBase);
  setAutoFillBackground(true);
  leave_.setSingleShot(true);
  leave_.setInterval(kSuccessStays);
  connect(&leave_, &QTimer::timeout, this, &NoticeBar::clear);
  connect(close, &QToolButton::clicked, this, &NoticeBar::clear);
  hide();
}

void NoticeBar::show_error(const QString& sentence) {
  show_sentence(sentence, kErrorColour);
}

void NoticeBar::show_success(const QString& sentence) {
  show_sentence(sentence, kSuccessColour);
  leave_.start();
}

void NoticeBar::show_hint(const QString& sentence) {
  show_sentence(sentence, palette().color(QPalette::Highlight));
}

void NoticeBar::show_sentence(const QString& sentence, const QColor& stripe) {
  leave_.stop();
  stripe_ = stripe;
  text_->setText(sentence);
  setAccessibleName(sentence);
  setVisible(!aside_);
  place();
  update();
  QAccessibleEvent alert(this, QAccessible::Alert);
  QAccessible::updateAccessibility(&alert);
}

void NoticeBar::clear() {
  leave_.stop();
  text_->clear();
  hide();
}

void NoticeBar::step_aside(bool aside) {
  aside_ = aside;
  setVisible(!aside && !sentence().isEmpty());
}

void NoticeBar::place() {
  const int width = parentWidget()->width();
  const int height = layout()->totalHeightForWidth(width);
  setGeometry(0, parentWidget()->height() - height, width, height);
  raise();
}

bool NoticeBar::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::Resize && isVisible()) place();
  return QFrame::eventFilter(watched, event);
}

void NoticeBar::paintEvent(QPaintEvent* event) {
  QFrame::paintEvent(event);
  QPainter(this).fillRect(0, 0, kStripe, height(), stripe_);
}

}  // namespace hessianscope
