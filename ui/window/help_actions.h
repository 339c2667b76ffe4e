// F1 and the help menu: the glossary at the entry of what is focused or under the pointer.
#pragma once

#include <QAction>
#include <QPoint>
#include <QWidget>
#include <vector>

namespace hessianscope {

class HelpWindow;

class HelpActions : public QObject {
  Q_OBJECT

 public:
  explicit HelpActions(QWidget* window);

  QAction* glossary() const { return actions_.front(); }
  const std::vector<QAction*>& actions() const { return actions_; }

  // Opens the help at an entry; empty: at the top.
  void open(const QString& entry);
  // Null until the help was opened.
  HelpWindow* opened() const { return opened_; }

 private:
  QString entry_in_question() const;

  QWidget* window_;
  std::vector<QAction*> actions_;
  HelpWindow* opened_ = nullptr;
  QPoint pointer_at_focus_change_;
};

}  // namespace hessianscope
