// The scenario that the controls show, with undo and redo: one step per gesture, so that a drag
// through a thousand values is undone at once.
#pragma once

#include <QObject>
#include <QUndoStack>

#include "core/scenario/field_table.h"

namespace hessianscope {

class ScenarioDocument : public QObject {
  Q_OBJECT

 public:
  explicit ScenarioDocument(const Scenario& scenario, QObject* parent = nullptr);

  const Scenario& scenario() const { return scenario_; }
  QUndoStack* undo_stack() { return &undo_stack_; }

  // Sets one field. A value that the scenario as a whole does not allow is refused, announced by
  // refused(), and nothing changes.
  bool change(const Field& field, const FieldValue& value);
  // The gesture is over: the next change is an undo step of its own.
  void settle();
  // Puts another scenario in place, as one step with that name. Refused like a single field.
  bool replace(const Scenario& scenario, const QString& name);

 signals:
  void changed(const Scenario& scenario);
  void settled();
  void refused(const QString& explanation);

 private:
  class Step;
  bool push(const Scenario& scenario, const std::string& key, const QString& name);
  void show(const Scenario& scenario);

  Scenario scenario_;
  QUndoStack undo_stack_;
  int gesture_ = 0;
};

}  // namespace hessianscope
