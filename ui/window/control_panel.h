// All controls of a scenario, in groups, made from the field table.
#pragma once

#include <QScrollArea>
#include <vector>

#include "core/live/snapshot.h"
#include "ui/controls/field_control.h"

class QVBoxLayout;

namespace hessianscope {

class ScenarioDocument;

class ControlPanel : public QScrollArea {
  Q_OBJECT

 public:
  explicit ControlPanel(ScenarioDocument* document, QWidget* parent = nullptr);

  // What the settings amount to in the data drawn: norms of weights, the width that matches.
  void show_snapshot(const Snapshot& snapshot);
  // Null when the key has no control here.
  FieldControl* control(std::string_view key) const;

  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 signals:
  void refused(const QString& explanation);

 private:
  void add_group(const QString& title, const std::vector<std::string>& keys, QVBoxLayout* column);
  void show_scenario(const Scenario& scenario);
  void change(const Field& field, const FieldValue& value);

  ScenarioDocument* document_;
  std::vector<FieldControl*> controls_;
};

}  // namespace hessianscope
