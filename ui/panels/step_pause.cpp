#include "ui/panels/step_pause.h"

#include <QEvent>
#include <QWidget>

namespace softscope {

StepPause::StepPause(QObject* parent) : QObject(parent) {
    m_pause.setSingleShot(true);
    m_pause.setInterval(milliseconds);
    connect(&m_pause, &QTimer::timeout, this, &StepPause::finished);
}

void StepPause::watch(QWidget* widget) {
    widget->installEventFilter(this);
}

void StepPause::step() {
    m_pause.start();
}

void StepPause::finish() {
    if (!m_pause.isActive())
        return;
    m_pause.stop();
    emit finished();
}

bool StepPause::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::FocusOut)
        finish();
    return QObject::eventFilter(watched, event);
}

} // namespace softscope
