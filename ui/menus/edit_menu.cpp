#include "ui/menus/edit_menu.h"

#include "ui/export/clipboard.h"
#include "ui/session.h"

namespace softscope {

EditMenu::EditMenu(Session* session, QWidget* parent) : QMenu(tr("&Edit"), parent), m_session(session) {
    m_undo = addAction(tr("&Undo"), QKeySequence::Undo, session, &Session::undo);
    m_redo = addAction(tr("&Redo"), session, &Session::redo);
    m_redo->setShortcuts({QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Z), QKeySequence(Qt::CTRL | Qt::Key_Y)});
    m_undo->setIconText(tr("Undo")); // without the step, for the list of keys
    m_redo->setIconText(tr("Redo"));
    addSeparator();
    addAction(tr("&Copy image"), QKeySequence::Copy, session,
              [this] { copyImage(*m_session, m_session->currentMap()); });
    addAction(tr("Copy &data"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C), session,
              [this] { copyData(*m_session, m_session->currentMap()); });
    addSeparator();
    addResets();
    connect(session, &Session::sceneChanged, this, &EditMenu::refresh);
    refresh();
}

void EditMenu::addResets() {
    QMenu* menu = addMenu(tr("Re&set"));
    m_resetVectors = menu->addAction(tr("All &token vectors"), m_session, [this] {
        m_session->edit(tr("reset of all token vectors"), [](Scene& scene) { scene.edits.clear(); });
    });
    menu->addAction(tr("The &softmax"), m_session,
                    [this] { m_session->edit(tr("reset of the softmax"), [](Scene& scene) { scene.softmax = {}; }); });
    menu->addAction(tr("Maps, &colours and charts"), m_session, [this] {
        m_session->edit(tr("reset of maps, colours and charts"), [](Scene& scene) { scene.view = {}; });
    });
    menu->addAction(tr("&Everything"), m_session, [this] { m_session->replace(tr("reset of everything"), Scene()); });
}

void EditMenu::refresh() {
    m_undo->setEnabled(m_session->canUndo());
    m_redo->setEnabled(m_session->canRedo());
    m_undo->setText(m_session->canUndo() ? tr("&Undo %1").arg(m_session->undoText()) : tr("&Undo"));
    m_redo->setText(m_session->canRedo() ? tr("&Redo %1").arg(m_session->redoText()) : tr("&Redo"));
    m_resetVectors->setEnabled(!m_session->scene().edits.empty());
}

} // namespace softscope
