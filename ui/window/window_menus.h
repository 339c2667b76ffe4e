// The menu bar and the tool bar: two arrangements of the same actions.
#pragma once

class QToolBar;

namespace hessianscope {

class MainWindow;

void fill_menu_bar(MainWindow& window);
QToolBar* make_tool_bar(MainWindow& window);

}  // namespace hessianscope
