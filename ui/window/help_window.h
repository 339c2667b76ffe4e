// The glossary of every quantity and control, the keyboard, and how to cite.
#pragma once

#include <QAction>
#include <QDialog>
#include <QTextBrowser>

namespace hessianscope {

class HelpWindow : public QDialog {
  Q_OBJECT

 public:
  // `actions` are listed with their shortcuts.
  HelpWindow(const QList<QAction*>& actions, QWidget* parent);

  // Opens at an entry: a field key, "spectrum", "lambda", "keyboard", "cite" ... Empty: the top.
  void open_at(const QString& entry);
  QTextBrowser* browser() const { return browser_; }

 private:
  QTextBrowser* browser_;
};

// The glossary entry for a widget at a global position, or of one of its parents; empty if none.
QString glossary_entry(QWidget* widget, const QPoint& global);

}  // namespace hessianscope
