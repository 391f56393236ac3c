#include "ui/menus/backend_menu.h"

#include "core/engine/backends.h"
#include "ui/session.h"
#include "ui/window_state.h"

namespace softscope {

BackendMenu::BackendMenu(Session* session, WindowState* state, QWidget* parent)
    : QMenu(tr("Compute &on"), parent), m_session(session), m_state(state) {
    setToolTipsVisible(true);
    connect(this, &QMenu::aboutToShow, this, &BackendMenu::refresh);
    refresh();
}

void BackendMenu::refresh() {
    clear();
    add(tr("The &faster one"), {})->setToolTip(tr("What was quicker when device and processor were compared"));
    add(tr("The &processor"), {BackendKind::cpu, std::nullopt});
    const std::vector<DeviceReport> reports = m_session->backends()->reports();
    bool any = false;
    for (const DeviceReport& report : reports) {
        const bool device = report.number >= 0;
        const QString name = QString::fromStdString(device ? report.name : report.driver);
        QAction* action = add(tr("OpenCL: %1").arg(name).replace(QLatin1Char('&'), QLatin1String("&&")),
                              {BackendKind::opencl, device ? std::optional<int>(report.number) : std::nullopt});
        action->setEnabled(report.reason.empty());
        action->setToolTip(report.reason.empty()
                               ? QString::fromStdString(report.description)
                               : tr("It cannot be used: %1.").arg(QString::fromStdString(report.reason)));
        if (!device)
            action->setChecked(false);
        any |= device;
    }
    const BackendChoice now = m_session->backends()->choice();
    if (!any || (now.kind == BackendKind::opencl && !now.device))
        add(tr("The first &OpenCL device"), {BackendKind::opencl, std::nullopt});
}

QAction* BackendMenu::add(const QString& text, const BackendChoice& choice) {
    QAction* action = addAction(text);
    action->setCheckable(true);
    action->setChecked(m_session->backends()->choice() == choice);
    connect(action, &QAction::triggered, this, [this, choice] {
        m_state->setBackend(choice);
        m_session->setBackend(choice);
    });
    return action;
}

} // namespace softscope
