#include "ui/window/state_view.h"

#include <QHBoxLayout>
#include <algorithm>

#include "ui/live/live_session.h"

namespace hessianscope {
namespace {

constexpr double kBusyMark = 150;  // ms until waiting is worth a mark
constexpr double kLong = 1000;     // ms from which time left and Stop are shown
constexpr int kLeastText = 60;     // pixels
constexpr int kTick = 50;          // ms
constexpr int kRest = 1100;        // ms, a little more than frames are counted over

double sum(const StageTimes& times) {
  double total = 0;
  for (const double stage :
       {times.draw, times.factors, times.assembly, times.heatmap, times.spectrum_exact}) {
    total += std::max(0.0, stage);
  }
  return total;
}

// Whether every spectrum adds up to the trace and the Frobenius norm of its matrix.
bool passes_self_check(const Snapshot& snapshot) {
  for (const ModelSnapshot& model : snapshot.models)
    for (const Spectrum& spectrum : model.spectra)
      if (!spectrum.self_check_passed) return false;
  return true;
}

}  // namespace

StateView::StateView(LiveSession* session, QWidget* parent)
    : QWidget(parent), session_(session), text_(new QLabel(this)), stop_(new QToolButton(this)) {
  text_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  text_->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
  text_->setAccessibleName(QStringLiteral("State of the computation"));
  stop_->setText(QStringLiteral("Stop"));
  stop_->setToolTip(QStringLiteral("Give up the exact spectra under way (Ctrl+.)"));
  stop_->hide();
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(8, 0, 4, 0);
  text_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
  row->addWidget(text_, 1);
  row->addWidget(stop_);
  tick_.setInterval(kTick);
  connect(&tick_, &QTimer::timeout, this, &StateView::refresh);
  rest_.setSingleShot(true);
  rest_.setInterval(kRest);
  connect(&rest_, &QTimer::timeout, this, &StateView::refresh);
  connect(stop_, &QToolButton::clicked, session, &LiveSession::stop);
  connect(session, &LiveSession::busy_changed, this, [this](bool busy) {
    if (busy)
      tick_.start();
    else
      tick_.stop();
    refresh();
  });
}

void StateView::show_snapshots(const SnapshotPointer& picture, const SnapshotPointer& spectra) {
  picture_ = picture;
  spectra_ = spectra;
  rest_.start();
  refresh();
}

void StateView::refresh() {
  const bool waits = session_->busy() && session_->waiting_milliseconds() > kBusyMark;
  stop_->setVisible(session_->busy() && session_->waiting_milliseconds() > kLong);
  full_text_ = waits ? long_work() : picture_text();
  elide();
}

QSize StateView::sizeHint() const {
  return {stop_->sizeHint().width() + kLeastText, QWidget::sizeHint().height()};
}

void StateView::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  elide();
}

void StateView::elide() {
  layout()->activate();
  const QString shown =
      text_->fontMetrics().elidedText(full_text_, Qt::ElideRight, text_->contentsRect().width());
  text_->setText(shown);
  text_->setToolTip(shown == full_text_ ? QString() : full_text_);
}

QString StateView::long_work() const {
  const Cost cost = session_->cost();
  const double waited = session_->waiting_milliseconds() / 1000;
  QString text =
      QStringLiteral("● computing P = %1").arg(std::max(cost.parameters[0], cost.parameters[1]));
  if (session_->waiting_milliseconds() < kLong) return text;
  text += QStringLiteral(" · %1").arg(QString::fromStdString(format_bytes(cost.bytes)));
  const double left = cost.seconds - waited;
  return left > 0 ? text + QStringLiteral(" · about %1 left")
                               .arg(QString::fromStdString(format_duration(left)))
                  : text + QStringLiteral(" · %1 so far")
                               .arg(QString::fromStdString(format_duration(waited)));
}

QString StateView::picture_text() const {
  if (!picture_) return {};
  if (!picture_->problem) return QStringLiteral("not computed");
  QString state = QStringLiteral("exact");
  if (picture_->abandoned) {
    state = QStringLiteral("spectra stopped");
  } else if (!picture_->complete) {
    state = QStringLiteral("spectra computing");
  } else if (!picture_->failure.empty()) {
    state = QStringLiteral("no spectra");
  } else if (!passes_self_check(*picture_)) {
    state = QStringLiteral("spectra fail their check");
  }
  const Snapshot& timed = picture_->complete || !spectra_ ? *picture_ : *spectra_;
  QString text = QStringLiteral("%1 · %2 ms").arg(state).arg(sum(timed.times), 0, 'f', 0);
  const int rate = session_->frames_per_second();
  if (rate > 1) text += QStringLiteral(" · %1/s").arg(rate);
  return text;
}

}  // namespace hessianscope
