#include "ui/menus/shortcut_list.h"

#include "ui/theme.h"

#include <QAction>
#include <QDialogButtonBox>
#include <QHeaderView>
#include <QTreeWidget>
#include <QVBoxLayout>

namespace softscope {

namespace {

struct Key {
    QString keys, what;
};

/// Of the menus, as they are now.
std::vector<Key> menuKeys(const QWidget* window) {
    std::vector<Key> keys;
    for (const QAction* action : window->findChildren<QAction*>()) {
        if (action->shortcut().isEmpty())
            continue;
        const QString what = action->iconText().remove(QStringLiteral("…"));
        keys.push_back({QKeySequence::listToString(action->shortcuts(), QKeySequence::NativeText), what});
    }
    return keys;
}

/// Of the widgets, which have no actions.
std::vector<Key> widgetKeys() {
    return {{ShortcutList::tr("Tab, Shift+Tab"), ShortcutList::tr("the next, the previous control")},
            {ShortcutList::tr("Arrow keys, on a map"), ShortcutList::tr("move the selected cell")},
            {ShortcutList::tr("+, −, on a map"), ShortcutList::tr("zoom in, out about the selected cell")},
            {ShortcutList::tr("Wheel, drag, double click, on a map"), ShortcutList::tr("zoom, pan, show all")},
            {ShortcutList::tr("Arrow keys, on a slider"), ShortcutList::tr("one step; Page Up, Page Down: ten")},
            {ShortcutList::tr("Esc"), ShortcutList::tr("cancel what takes long")}};
}

} // namespace

ShortcutList::ShortcutList(QWidget* window) : QDialog(window) {
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Keys"));
    auto* list = new QTreeWidget(this);
    list->setAccessibleName(tr("Keys and what they do"));
    list->setHeaderLabels({tr("Keys"), tr("What they do")});
    list->setRootIsDecorated(false);
    list->setUniformRowHeights(true);
    list->setFrameShape(QFrame::NoFrame);
    for (const std::vector<Key>& keys : {menuKeys(window), widgetKeys()}) {
        for (const Key& key : keys)
            new QTreeWidgetItem(list, {key.keys, key.what});
    }
    list->resizeColumnToContents(0);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* column = new QVBoxLayout(this);
    column->addWidget(list);
    column->addWidget(buttons);
    resize(70 * theme::grid, 60 * theme::grid);
}

} // namespace softscope
