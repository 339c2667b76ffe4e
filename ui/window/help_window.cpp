#include "ui/window/help_window.h"

#include <QFile>
#include <QGuiApplication>
#include <QVBoxLayout>

#include "core/scenario/field_table.h"
#include "core/text.h"
#include "core/version.h"
#include "ui/controls/choice_field.h"
#include "ui/window/numbers_view.h"

namespace hessianscope {
namespace {

QString read_page(const char* name) {
  QFile file(QStringLiteral(":/help/") + QString::fromLatin1(name));
  file.open(QIODevice::ReadOnly);  // part of the program: it is there
  return QString::fromUtf8(file.readAll());
}

QString allowed(const Field& field) {
  if (field.kind == FieldKind::Number || field.kind == FieldKind::Integer) {
    return QStringLiteral("%1 .. %2")
        .arg(QString::fromStdString(number_text(field.minimum)),
             QString::fromStdString(number_text(field.maximum)));
  }
  QStringList choices;
  for (const std::string& choice : field.choices) choices += choice_label(choice);
  return choices.join(QStringLiteral(", "));
}

QString control_entry(const Field& field) {
  QString entry = QStringLiteral("<h3><a name=\"%1\">%2</a></h3><p>%3</p>")
                      .arg(QString::fromStdString(field.key),
                           QString::fromStdString(field.label).toHtmlEscaped(),
                           QString::fromStdString(field.help).toHtmlEscaped());
  const QString values = allowed(field);
  if (!values.isEmpty()) {
    entry += QStringLiteral("<p><i>Values:</i> %1. <i>In files:</i> <code>%2</code></p>")
                 .arg(values.toHtmlEscaped(), QString::fromStdString(field.key));
  }
  return entry;
}

QString control_entries() {
  QString text = QStringLiteral("<h2><a name=\"controls\">Controls</a></h2>");
  for (const Field& field : field_table()) {
    if (field.key != "view.part") text += control_entry(field);  // among what you see
  }
  return text;
}

QString keyboard(const QList<QAction*>& actions) {
  QString text = QStringLiteral("<h2><a name=\"keyboard\">Keyboard</a></h2><table cellpadding=3>");
  for (const QAction* action : actions) {
    if (action->shortcut().isEmpty()) continue;
    text += QStringLiteral("<tr><td><b>%1</b></td><td>%2</td></tr>")
                .arg(action->shortcut().toString(QKeySequence::NativeText).toHtmlEscaped(),
                     action->text().remove(u'&').toHtmlEscaped());
  }
  return text + QStringLiteral("</table>") + read_page("keyboard.html");
}

QString contents() {
  return QStringLiteral(
      "<p><a href=\"#heatmap\">What you see</a> · <a href=\"#parameters\">Numbers</a> · "
      "<a href=\"#controls\">Controls</a> · <a href=\"#keyboard\">Keyboard</a> · "
      "<a href=\"#cite\">How to cite</a></p>");
}

}  // namespace

HelpWindow::HelpWindow(const QList<QAction*>& actions, QWidget* parent)
    : QDialog(parent), browser_(new QTextBrowser(this)) {
  setWindowTitle(QStringLiteral("Glossary"));
  resize(640, 620);
  browser_->setOpenExternalLinks(true);
  browser_->setFrameShape(QFrame::NoFrame);
  browser_->document()->setDocumentMargin(16);
  QString cite = read_page("cite.html");
  cite.replace(QStringLiteral("%VERSION%"), QString::fromUtf8(kVersion));
  browser_->document()->setDefaultStyleSheet(QStringLiteral("pre { white-space: pre-wrap; }"));
  browser_->setHtml(contents() + read_page("glossary.html") + control_entries() +
                    keyboard(actions) + cite);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->addWidget(browser_);
}

void HelpWindow::open_at(const QString& entry) {
  show();
  raise();
  activateWindow();
  if (entry.isEmpty()) {
    browser_->moveCursor(QTextCursor::Start);
  } else {
    browser_->scrollToAnchor(entry);
  }
}

QString glossary_entry(QWidget* widget, const QPoint& global) {
  for (; widget; widget = widget->parentWidget()) {
    if (const auto* numbers = qobject_cast<NumbersView*>(widget)) {
      return numbers->glossary_at(numbers->mapFromGlobal(global));
    }
    const QString entry = widget->property(kGlossaryProperty).toString();
    if (!entry.isEmpty()) return entry;
  }
  return {};
}

}  // namespace hessianscope
