// File: new, open, recent, presets, save, export, quit.
#pragma once

#include <QMenu>

namespace softscope {

class Session;
class WindowState;

class FileMenu : public QMenu {
    Q_OBJECT

public:
    FileMenu(Session* session, WindowState* state, QWidget* parent = nullptr);

signals:
    void exportRequested();
    /// A preset was opened: what to look at in it.
    void hint(const QString& sentence);

private:
    void startNew();
    void save();
    void saveAs();
    void fillRecent();
    void fillPresets();

    Session* m_session;
    WindowState* m_state;
    QMenu* m_recent = nullptr;
    QMenu* m_presets = nullptr;
};

} // namespace softscope
