#include "ui/menus/help_menu.h"

#include "ui/menus/about_dialog.h"
#include "ui/menus/shortcut_list.h"

namespace softscope {

HelpMenu::HelpMenu(QWidget* parent) : QMenu(tr("&Help"), parent) {
    addAction(tr("&Keys"), QKeySequence(Qt::Key_F1), this, [this] { (new ShortcutList(parentWidget()))->show(); });
    addAction(tr("&About Softscope"), this, [this] { (new AboutDialog(parentWidget()))->show(); });
}

} // namespace softscope
