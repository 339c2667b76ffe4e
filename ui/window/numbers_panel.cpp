#include "ui/window/numbers_panel.h"

#include <QScrollBar>
#include <QVBoxLayout>

#include "ui/controls/field_control.h"
#include "ui/plots/plot_text.h"
#include "ui/window/numbers_view.h"
#include "ui/window/window_theme.h"

namespace hessianscope {
namespace {

constexpr int kMargin = 6, kGap = 8;

}  // namespace

NumbersPanel::NumbersPanel(QWidget* parent)
    : QScrollArea(parent), part_(new QLabel(this)), loss_(new QLabel(this)) {
  setAccessibleName(QStringLiteral("Numbers"));
  setFont(dense_font(font()));
  auto* content = new QWidget(this);
  auto* column = new QVBoxLayout(content);
  column->setContentsMargins(kMargin, kMargin, kMargin, kMargin);
  column->setSpacing(kGap);
  summary_ = new NumbersView(QStringLiteral("quantity"), content);
  loss_->setWordWrap(true);
  loss_->setTextFormat(Qt::PlainText);
  loss_->setAccessibleName(QStringLiteral("Loss of both models"));
  loss_->setProperty(kGlossaryProperty, QStringLiteral("loss_value"));
  for (QLabel* label : {part_, loss_}) {
    label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  }
  column->addWidget(part_);
  column->addWidget(summary_);
  column->addWidget(loss_);
  for (const Model model : kModels) {
    auto* view = new NumbersView(model_text(model), content);
    norms_[static_cast<std::size_t>(model)] = view;
    column->addWidget(view);
  }
  column->addStretch(1);
  setWidget(content);
  setWidgetResizable(true);
  setFrameShape(QFrame::NoFrame);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
}

void NumbersPanel::show_snapshots(const SnapshotPointer& picture, const SnapshotPointer& spectra) {
  const Part part = picture->problem->scenario.view.part;
  part_->setText(QStringLiteral("Numbers of %1").arg(part_text(part)));
  summary_->show_table(summary_table(*picture, spectra.get()));
  const QString formula = QString::fromStdString(loss_formula(*picture->problem));
  if (loss_->text() != formula) loss_->setText(formula);
  for (const Model model : kModels) norms(model)->show_table(norm_table(*picture, model));
}

QString NumbersPanel::csv() const {
  return to_csv(summary_->table()) + u'\n' + to_csv(norms_[0]->table()) + u'\n' +
         to_csv(norms_[1]->table());
}

QString NumbersPanel::latex() const {
  return to_latex(summary_->table()) + u'\n' + to_latex(norms_[0]->table()) + u'\n' +
         to_latex(norms_[1]->table());
}

QSize NumbersPanel::sizeHint() const {
  const QSize content = widget()->sizeHint();
  return {content.width() + verticalScrollBar()->sizeHint().width(), content.height()};
}

// It scrolls up and down, never sideways.
QSize NumbersPanel::minimumSizeHint() const {
  return {sizeHint().width(), QScrollArea::minimumSizeHint().height()};
}

}  // namespace hessianscope
