// When a row of single steps (keys, wheel) is over: after a pause, or when the focus goes elsewhere.
#pragma once

#include <QObject>
#include <QTimer>

class QWidget;

namespace softscope {

class StepPause : public QObject {
    Q_OBJECT

public:
    /// Steps that follow each other within this time are one step of undo.
    static constexpr int milliseconds = 700;

    explicit StepPause(QObject* parent);
    /// Losing the focus ends the row.
    void watch(QWidget* widget);
    /// One step was made.
    void step();
    /// Ends the row if there is one.
    void finish();

signals:
    void finished();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QTimer m_pause;
};

} // namespace softscope
