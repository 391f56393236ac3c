// Every key of the window in one list.
#pragma once

#include <QDialog>

namespace softscope {

/// Beside the window, not modal; deletes itself when closed. The menu's keys are read from the window's actions.
class ShortcutList : public QDialog {
    Q_OBJECT

public:
    explicit ShortcutList(QWidget* window);
};

} // namespace softscope
