// The status bar: what is on screen, in numbers; progress and Cancel for what takes long.
#pragma once

#include "ui/shown.h"

#include <QStatusBar>

class QProgressBar;
class QToolButton;

namespace softscope {

class ElidedLabel;
class Session;

/// "0.125 = 1/√64": the effective factor of the logits and where it comes from.
QString scaleText(const Softmax& softmax, Index dK);
/// "1.7 s of about 14.0 s" while an evaluation is on its way; empty when it is complete.
QString progressText(const Coverage& coverage);
/// "CPU", "OpenCL", or "OpenCL:1" for a device that is not the first.
QString backendText(const Frame& frame);
/// All of the line but backend and time.
QString statusText(const Shown& shown);

class StatusLine : public QStatusBar {
    Q_OBJECT

public:
    explicit StatusLine(Session* session, QWidget* parent = nullptr);

private:
    void refresh();
    void setBusy(bool busy);

    Session* m_session;
    ElidedLabel* m_text;
    ElidedLabel* m_time;
    ElidedLabel* m_expected;
    QProgressBar* m_progress;
    QToolButton* m_cancel;
};

} // namespace softscope
