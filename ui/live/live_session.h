// The live computation as the window sees it: submit a request, receive snapshots as signals.
//
// The worker's thread never waits for the window: it leaves each snapshot in a slot where the
// newest wins, so a window busy painting finds one snapshot, not a queue of stale ones.
#pragma once

#include <QObject>
#include <deque>
#include <memory>
#include <mutex>

#include "core/live/stage_times.h"
#include "core/live/worker.h"

namespace hessianscope {

class LiveSession : public QObject {
  Q_OBJECT

 public:
  explicit LiveSession(QObject* parent = nullptr);
  ~LiveSession() override;

  // Replaces whatever has not been started. Never blocks.
  void submit(const Request& request);
  // Abandons the exact spectra under way; the picture keeps its heatmaps and norms.
  void stop();

  bool busy() const { return busy_; }
  // What the job under way costs; known as soon as its data is drawn, before it gets large.
  Cost cost() const;
  // How long the newest request has been waiting for its last word, in milliseconds.
  double waiting_milliseconds() const { return since_submit_.milliseconds(); }
  // Requests whose picture arrived within the last second.
  int frames_per_second() const;

 signals:
  // On the window's thread, with generations that never decrease. `spectra` is the newest
  // snapshot with exact spectra: `picture` itself, an older one while they compute, or null.
  void arrived(const SnapshotPointer& picture, const SnapshotPointer& spectra);
  void busy_changed(bool busy);

 private:
  void leave(SnapshotPointer snapshot);  // on the worker's thread, as is note()
  void note(const Cost& cost);
  void collect();
  void count_frame();
  void set_busy(bool busy);

  mutable std::mutex mutex_;
  SnapshotPointer slot_, spectra_;
  Cost cost_;
  std::uint64_t submitted_generation_ = 0, shown_generation_ = 0;
  bool busy_ = false;
  StopWatch since_submit_;
  StopWatch age_;
  std::deque<double> arrivals_;     // ms of age_
  std::unique_ptr<Worker> worker_;  // last: its thread uses everything above
};

}  // namespace hessianscope
