#include "ui/live/live_session.h"

#include <algorithm>

namespace hessianscope {
namespace {

constexpr double kRateWindow = 1000;  // ms over which frames are counted

}  // namespace

LiveSession::LiveSession(QObject* parent)
    : QObject(parent),
      worker_(
          std::make_unique<Worker>([this](SnapshotPointer snapshot) { leave(std::move(snapshot)); },
                                   [this](const Cost& cost) { note(cost); })) {}

LiveSession::~LiveSession() = default;

void LiveSession::submit(const Request& request) {
  since_submit_ = {};
  submitted_generation_ = worker_->submit(request);
  set_busy(true);
}

void LiveSession::stop() {
  worker_->stop_current();
}

Cost LiveSession::cost() const {
  const std::scoped_lock lock(mutex_);
  return cost_;
}

void LiveSession::note(const Cost& cost) {
  const std::scoped_lock lock(mutex_);
  cost_ = cost;
}

void LiveSession::leave(SnapshotPointer snapshot) {
  const std::scoped_lock lock(mutex_);
  const bool wake = slot_ == nullptr;  // otherwise the window has been called already
  if (!snapshot->of(Model::Attention).spectra.empty()) spectra_ = snapshot;
  slot_ = std::move(snapshot);
  if (wake) QMetaObject::invokeMethod(this, &LiveSession::collect, Qt::QueuedConnection);
}

void LiveSession::collect() {
  SnapshotPointer snapshot, spectra;
  {
    const std::scoped_lock lock(mutex_);
    snapshot.swap(slot_);
    spectra = spectra_;
  }
  if (!snapshot || snapshot->generation < shown_generation_) return;
  if (snapshot->generation > shown_generation_) count_frame();
  shown_generation_ = snapshot->generation;
  if (snapshot->complete && shown_generation_ == submitted_generation_) set_busy(false);
  emit arrived(snapshot, spectra);
}

void LiveSession::count_frame() {
  const double now = age_.milliseconds();
  arrivals_.push_back(now);
  while (arrivals_.front() < now - kRateWindow) arrivals_.pop_front();
}

void LiveSession::set_busy(bool busy) {
  if (busy_ == busy) return;
  busy_ = busy;
  emit busy_changed(busy);
}

int LiveSession::frames_per_second() const {
  const double since = age_.milliseconds() - kRateWindow;
  return static_cast<int>(
      std::count_if(arrivals_.begin(), arrivals_.end(), [=](double t) { return t > since; }));
}

}  // namespace hessianscope
