#include "ui/window/scenario_document.h"

#include "core/error.h"

namespace hessianscope {
namespace {

constexpr int kUndoLimit = 500;

}  // namespace

class ScenarioDocument::Step : public QUndoCommand {
 public:
  Step(ScenarioDocument* document, const Scenario& after, std::string key, const QString& name)
      : QUndoCommand(name),
        document_(document),
        before_(document->scenario()),
        after_(after),
        key_(std::move(key)),
        gesture_(document->gesture_) {}

  void undo() override {
    document_->show(before_);
    document_->settle();
  }

  void redo() override {
    document_->show(after_);
    if (done_) document_->settle();  // the first time is the change itself, part of a gesture
    done_ = true;
  }

  int id() const override { return 1; }  // any: only tells the stack that merging may be tried

  bool mergeWith(const QUndoCommand* other) override {
    const auto* next = static_cast<const Step*>(other);
    if (next->gesture_ != gesture_ || next->key_ != key_) return false;
    after_ = next->after_;
    setObsolete(before_ == after_);
    return true;
  }

 private:
  ScenarioDocument* document_;
  Scenario before_, after_;
  std::string key_;
  int gesture_;
  bool done_ = false;
};

ScenarioDocument::ScenarioDocument(const Scenario& scenario, QObject* parent)
    : QObject(parent), scenario_(scenario) {
  undo_stack_.setUndoLimit(kUndoLimit);
}

bool ScenarioDocument::change(const Field& field, const FieldValue& value) {
  Scenario next = scenario_;
  try {
    assign(next, field, value);
  } catch (const Error& error) {
    emit refused(QString::fromUtf8(error.what()));
    return false;
  }
  return push(next, field.key, QString::fromStdString(field.label));
}

bool ScenarioDocument::replace(const Scenario& scenario, const QString& name) {
  settle();
  const bool done = push(scenario, {}, name);
  settle();
  return done;
}

void ScenarioDocument::settle() {
  ++gesture_;
  emit settled();
}

bool ScenarioDocument::push(const Scenario& scenario, const std::string& key, const QString& name) {
  try {
    validate(scenario);
  } catch (const Error& error) {
    emit refused(QString::fromUtf8(error.what()));
    return false;
  }
  if (!(scenario == scenario_)) undo_stack_.push(new Step(this, scenario, key, name));
  return true;
}

void ScenarioDocument::show(const Scenario& scenario) {
  scenario_ = scenario;
  emit changed(scenario_);
}

}  // namespace hessianscope
