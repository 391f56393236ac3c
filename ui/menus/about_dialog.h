// What this is, its version and its licence.
#pragma once

#include <QDialog>

namespace softscope {

/// Beside the window, not modal; deletes itself when closed.
class AboutDialog : public QDialog {
    Q_OBJECT

public:
    explicit AboutDialog(QWidget* window);
};

} // namespace softscope
