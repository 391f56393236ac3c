// Edit: undo, redo, copy, and ways back.
#pragma once

#include <QMenu>

namespace softscope {

class Session;

class EditMenu : public QMenu {
    Q_OBJECT

public:
    explicit EditMenu(Session* session, QWidget* parent = nullptr);

private:
    void addResets();
    void refresh();

    Session* m_session;
    QAction* m_undo;
    QAction* m_redo;
    QAction* m_resetVectors = nullptr;
};

} // namespace softscope
