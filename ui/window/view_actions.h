// The actions that change how data is shown. Part, values, overlays, colour lock and theme are
// fields of the scenario; the actions follow it through undo, presets and files.
#pragma once

#include <QAction>
#include <QActionGroup>
#include <QObject>
#include <vector>

#include "core/scenario/scenario.h"
#include "ui/plots/colour_range.h"

namespace hessianscope {

class ScenarioDocument;

class ViewActions : public QObject {
  Q_OBJECT

 public:
  explicit ViewActions(ScenarioDocument* document, QObject* parent = nullptr);

  const std::vector<QAction*>& parts() const { return parts_; }
  const std::vector<QAction*>& values() const { return values_; }
  const std::vector<QAction*>& overlays() const { return overlays_; }
  QAction* lock() const { return lock_; }
  QAction* link() const { return link_; }
  QAction* reset_zoom() const { return reset_zoom_; }
  QAction* dark() const { return dark_; }

  // What locking the colours locks them to: the range seen at present.
  void show_range(const ColourRange& range) { range_ = range; }

 signals:
  void linked(bool on);
  void zoom_reset();

 private:
  // One checkable action per choice of a field, of which one is checked.
  std::vector<QAction*> add_choices(const char* key, const std::vector<QString>& labels,
                                    const std::vector<QString>& shortcuts);
  QAction* add(const QString& text, const QString& shortcut, const QString& tip);
  void set_overlays();
  void set_lock(bool on);
  void show_scenario(const Scenario& scenario);

  ScenarioDocument* document_;
  std::vector<QAction*> parts_, values_, overlays_;
  QAction *lock_, *link_, *reset_zoom_, *dark_;
  ColourRange range_;
};

}  // namespace hessianscope
