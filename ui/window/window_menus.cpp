#include "ui/window/window_menus.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QMenu>
#include <QMenuBar>
#include <QToolBar>
#include <QToolButton>

#include "ui/live/live_session.h"
#include "ui/window/file_actions.h"
#include "ui/window/help_actions.h"
#include "ui/window/main_window.h"
#include "ui/window/numbers_panel.h"
#include "ui/window/scenario_document.h"
#include "ui/window/state_view.h"
#include "ui/window/view_actions.h"

namespace hessianscope {
namespace {

void add_all(QWidget* bar, const std::vector<QAction*>& actions) {
  for (QAction* action : actions) bar->addAction(action);
}

void fill_edit_menu(QMenu* menu, MainWindow& window) {
  QUndoStack* steps = window.document()->undo_stack();
  QAction* undo = steps->createUndoAction(menu, QStringLiteral("&Undo"));
  undo->setShortcut(QKeySequence::Undo);
  QAction* redo = steps->createRedoAction(menu, QStringLiteral("&Redo"));
  redo->setShortcuts(QKeySequence::Redo);
  menu->addAction(undo);
  menu->addAction(redo);
  menu->addSeparator();
  menu->addAction(QStringLiteral("Copy numbers as &CSV"), &window,
                  [&window] { QGuiApplication::clipboard()->setText(window.numbers()->csv()); });
  menu->addAction(QStringLiteral("Copy numbers as &LaTeX"), &window,
                  [&window] { QGuiApplication::clipboard()->setText(window.numbers()->latex()); });
}

void fill_view_menu(QMenu* menu, MainWindow& window) {
  const ViewActions* views = window.views();
  for (const auto* group : {&views->parts(), &views->values(), &views->overlays()}) {
    add_all(menu, *group);
    menu->addSeparator();
  }
  add_all(menu, {views->lock(), views->link(), views->reset_zoom()});
  menu->addSeparator();
  menu->addAction(views->dark());
  menu->addSeparator();
  menu->addAction(QStringLiteral("Stop computing spectra"), QKeySequence(QStringLiteral("Ctrl+.")),
                  window.session(), &LiveSession::stop);
}

QToolButton* menu_button(QMenu* menu, const QString& text, const QString& tip, QWidget* parent) {
  auto* button = new QToolButton(parent);
  button->setText(text);
  button->setToolTip(tip);
  button->setMenu(menu);
  button->setPopupMode(QToolButton::InstantPopup);
  return button;
}

}  // namespace

void fill_menu_bar(MainWindow& window) {
  const FileActions* files = window.files();
  QMenu* file = window.menuBar()->addMenu(QStringLiteral("&File"));
  file->addMenu(files->presets());
  add_all(file, {files->open_action(), files->save_action()});
  file->addSeparator();
  add_all(file, {files->export_action(), files->copy_action()});
  file->addSeparator();
  file->addAction(QStringLiteral("&Quit"), QKeySequence::Quit, &window, &QWidget::close);
  fill_edit_menu(window.menuBar()->addMenu(QStringLiteral("&Edit")), window);
  fill_view_menu(window.menuBar()->addMenu(QStringLiteral("&View")), window);
  add_all(window.menuBar()->addMenu(QStringLiteral("&Help")), window.help()->actions());
}

QToolBar* make_tool_bar(MainWindow& window) {
  const ViewActions* views = window.views();
  auto* bar = new QToolBar(QStringLiteral("Tools"), &window);
  bar->setObjectName(QStringLiteral("tools"));
  bar->setMovable(false);
  bar->setContextMenuPolicy(Qt::PreventContextMenu);
  bar->addWidget(menu_button(window.files()->presets(), QStringLiteral("Preset"),
                             QStringLiteral("Scenarios worth seeing"), bar));
  bar->addSeparator();
  add_all(bar, views->parts());
  bar->addSeparator();
  add_all(bar, views->values());
  bar->addSeparator();
  auto* overlays = new QMenu(QStringLiteral("Overlays"), bar);
  add_all(overlays, views->overlays());
  bar->addWidget(menu_button(overlays, QStringLiteral("Overlays"),
                             QStringLiteral("Parts drawn over the spectra"), bar));
  add_all(bar, {views->lock(), views->link()});
  bar->addSeparator();
  add_all(bar, {window.files()->export_action(), views->dark(), window.help()->glossary()});
  bar->addWidget(window.state());
  return bar;
}

}  // namespace hessianscope
