// View: the three maps, the scale, compare, locks, zoom, theme, docks.
#pragma once

#include <QMenu>

namespace softscope {

class AppearanceSwitch;
class Session;
class WindowState;

class ViewMenu : public QMenu {
    Q_OBJECT

public:
    ViewMenu(Session* session, WindowState* state, AppearanceSwitch* appearance, const QList<QAction*>& docks,
             QWidget* parent = nullptr);

signals:
    void layoutResetRequested();

private:
    void addMaps();
    void addTheme();
    void toggleScale();
    void lockAll(bool locked);
    bool allLocked() const;
    void refresh();

    Session* m_session;
    WindowState* m_state;
    AppearanceSwitch* m_appearance;
    QAction* m_scale = nullptr;
    QAction* m_compare = nullptr;
    QAction* m_lock = nullptr;
    QAction* m_zoom = nullptr;
};

} // namespace softscope
