// Keeps the window's keys alive: what a field or a text does not need of the keyboard is left to the shortcuts.
#pragma once

#include <QObject>

class QKeyEvent;
class QWidget;

namespace softscope {

/// Watches every widget of one window. A click where nothing takes the focus ends typing; a sentence that can be
/// selected with the mouse takes no letters; Ctrl+E is nobody's end of line.
class FocusKeeper : public QObject {
    Q_OBJECT

public:
    explicit FocusKeeper(QWidget* window);

    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void pressed(QWidget* widget) const;

    QWidget* m_window;
};

} // namespace softscope
