#include "ui/window/help_actions.h"

#include <QApplication>
#include <QCursor>

#include "ui/window/help_window.h"

namespace hessianscope {

HelpActions::HelpActions(QWidget* window) : QObject(window), window_(window) {
  auto* glossary = new QAction(QStringLiteral("Glossary"), this);
  glossary->setShortcut(QKeySequence::HelpContents);
  glossary->setToolTip(QStringLiteral(
      "<p>What every control and number means; F1 opens the entry of the one in focus or under "
      "the pointer <b>(F1)</b></p>"));
  auto* keyboard = new QAction(QStringLiteral("Keyboard"), this);
  auto* cite = new QAction(QStringLiteral("How to cite"), this);
  actions_ = {glossary, keyboard, cite};
  connect(glossary, &QAction::triggered, this, [this] { open(entry_in_question()); });
  connect(keyboard, &QAction::triggered, this, [this] { open(QStringLiteral("keyboard")); });
  connect(cite, &QAction::triggered, this, [this] { open(QStringLiteral("cite")); });
  connect(qApp, &QApplication::focusChanged, this,
          [this] { pointer_at_focus_change_ = QCursor::pos(); });
}

void HelpActions::open(const QString& entry) {
  if (!opened_) opened_ = new HelpWindow(window_->findChildren<QAction*>(), window_);
  opened_->open_at(entry);
}

// A pointer that moved since the focus did is what the person is asking about.
QString HelpActions::entry_in_question() const {
  const QPoint pointer = QCursor::pos();
  const QString hovered = glossary_entry(QApplication::widgetAt(pointer), pointer);
  const QString focused = glossary_entry(QApplication::focusWidget(), QPoint(-1, -1));
  const bool pointing = pointer != pointer_at_focus_change_;
  if (pointing && !hovered.isEmpty()) return hovered;
  return focused.isEmpty() ? hovered : focused;
}

}  // namespace hessianscope
