// The numbers beside the plots: one summary of both models, then the block norms of each.
#pragma once

#include <QLabel>
#include <QScrollArea>
#include <array>

#include "core/live/snapshot.h"

namespace hessianscope {

class NumbersView;

class NumbersPanel : public QScrollArea {
  Q_OBJECT

 public:
  explicit NumbersPanel(QWidget* parent = nullptr);

  // `spectra` may be older than `picture`, or null.
  void show_snapshots(const SnapshotPointer& picture, const SnapshotPointer& spectra);

  NumbersView* summary() const { return summary_; }
  NumbersView* norms(Model model) const { return norms_[static_cast<std::size_t>(model)]; }

  // All three tables, one below the other.
  QString csv() const;
  QString latex() const;

  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 private:
  QLabel* part_;
  QLabel* loss_;
  NumbersView* summary_;
  std::array<NumbersView*, 2> norms_{};
};

}  // namespace hessianscope
