// View ▸ Compute on: automatically, the processor, or a device.
#pragma once

#include "core/engine/backend.h"

#include <QMenu>

namespace softscope {

class Session;
class WindowState;

/// Lists the devices that are known when it opens; one that cannot be used says why.
class BackendMenu : public QMenu {
    Q_OBJECT

public:
    /// `session` has backends; the choice is remembered in `state`.
    BackendMenu(Session* session, WindowState* state, QWidget* parent = nullptr);

private:
    void refresh();
    QAction* add(const QString& text, const BackendChoice& choice);

    Session* m_session;
    WindowState* m_state;
};

} // namespace softscope
