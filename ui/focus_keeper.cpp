#include "ui/focus_keeper.h"

#include <QAbstractSpinBox>
#include <QApplication>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>

namespace softscope {

namespace {

bool isField(const QWidget* widget) {
    return qobject_cast<const QLineEdit*>(widget) || qobject_cast<const QAbstractSpinBox*>(widget);
}

bool isLetter(const QKeyEvent& event) {
    return !(event.modifiers() & ~(Qt::ShiftModifier | Qt::KeypadModifier)) && event.key() >= Qt::Key_A &&
           event.key() <= Qt::Key_Z;
}

/// What is left to the window's shortcuts, though the widget would take it.
bool isOfTheWindow(const QWidget* widget, const QKeyEvent& event) {
    if (event.modifiers() == Qt::ControlModifier && event.key() == Qt::Key_E)
        return true; // on X11 it means the end of a line to every field
    if (!isLetter(event))
        return false;
    if (qobject_cast<const QLabel*>(widget))
        return true;
    const auto* line = qobject_cast<const QLineEdit*>(widget); // of seeds: digits
    return line && line->validator() && !line->isModified();
}

} // namespace

FocusKeeper::FocusKeeper(QWidget* window) : QObject(window), m_window(window) {
    QCoreApplication::instance()->installEventFilter(this);
}

bool FocusKeeper::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() != QEvent::ShortcutOverride && event->type() != QEvent::MouseButtonPress)
        return false;
    auto* widget = qobject_cast<QWidget*>(watched);
    if (!widget || widget->window() != m_window)
        return false;
    if (event->type() == QEvent::MouseButtonPress) {
        pressed(widget);
        return false;
    }
    if (!isOfTheWindow(widget, *static_cast<const QKeyEvent*>(event)))
        return false;
    event->ignore();
    return true;
}

void FocusKeeper::pressed(QWidget* widget) const {
    QWidget* const focus = QApplication::focusWidget();
    if (!focus || focus->window() != m_window || !isField(focus))
        return;
    for (const QWidget* at = widget; at && at != m_window; at = at->parentWidget()) {
        if (at == focus || (at->focusPolicy() & Qt::ClickFocus) == Qt::ClickFocus)
            return; // it takes the focus itself, or has it
    }
    focus->clearFocus();
}

} // namespace softscope
