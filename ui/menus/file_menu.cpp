#include "ui/menus/file_menu.h"

#include "core/base/error.h"
#include "core/scene/presets.h"
#include "ui/panels/file_choice.h"
#include "ui/session.h"
#include "ui/window_state.h"

#include <QFileDialog>
#include <QFileInfo>

namespace softscope {

namespace {

/// A menu shows "&" as an underline: names of files are no shortcuts.
QString plain(QString text) {
    return text.replace(QLatin1Char('&'), QStringLiteral("&&"));
}

} // namespace

FileMenu::FileMenu(Session* session, WindowState* state, QWidget* parent)
    : QMenu(tr("&File"), parent), m_session(session), m_state(state) {
    addAction(tr("&New"), QKeySequence::New, this, &FileMenu::startNew);
    addAction(tr("&Open…"), QKeySequence::Open, this, [this] { chooseFileToOpen(m_session, parentWidget()); });
    m_recent = addMenu(tr("Open &recent"));
    connect(m_recent, &QMenu::aboutToShow, this, &FileMenu::fillRecent);
    m_presets = addMenu(tr("&Presets"));
    connect(m_presets, &QMenu::aboutToShow, this, &FileMenu::fillPresets);
    addSeparator();
    addAction(tr("&Save"), QKeySequence::Save, this, &FileMenu::save);
    addAction(tr("Save &as…"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_S), this, &FileMenu::saveAs);
    addSeparator();
    addAction(tr("&Export…"), QKeySequence(Qt::CTRL | Qt::Key_E), this, &FileMenu::exportRequested);
    addSeparator();
    addAction(tr("&Quit"), QKeySequence(Qt::CTRL | Qt::Key_Q), parentWidget(), &QWidget::close);
}

void FileMenu::startNew() {
    try {
        const Preset& first = preset(firstPreset);
        m_session->start(tr("new session"), first.scene, {});
        emit hint(QString::fromStdString(first.sentence));
    } catch (const Error& failure) {
        emit m_session->failed(QString::fromUtf8(failure.what()));
    }
}

void FileMenu::save() {
    if (m_session->file().isEmpty())
        saveAs();
    else
        m_session->save(m_session->file());
}

void FileMenu::saveAs() {
    auto* dialog = new QFileDialog(parentWidget(), tr("Save the session"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setNameFilters({tr("Sessions (*.json)"), tr("All files (*)")});
    dialog->setDefaultSuffix(QStringLiteral("json"));
    if (m_session->file().isEmpty())
        dialog->selectFile(tr("attention.json"));
    else
        dialog->selectFile(m_session->file());
    connect(dialog, &QFileDialog::fileSelected, m_session, &Session::save);
    dialog->open();
}

void FileMenu::fillRecent() {
    m_recent->clear();
    const QStringList files = m_state->recentFiles().files();
    for (const QString& file : files) {
        QAction* action = m_recent->addAction(plain(QFileInfo(file).fileName()));
        action->setToolTip(file);
        action->setStatusTip(file);
        connect(action, &QAction::triggered, this, [this, file] { m_session->open(file); });
    }
    if (files.isEmpty())
        m_recent->addAction(tr("None yet"))->setEnabled(false);
    m_recent->addSeparator();
    QAction* forget = m_recent->addAction(tr("&Clear the list"));
    forget->setEnabled(!files.isEmpty());
    connect(forget, &QAction::triggered, this, [this] { m_state->recentFiles().clear(); });
    m_recent->setToolTipsVisible(true);
}

void FileMenu::fillPresets() {
    if (!m_presets->isEmpty())
        return;
    try {
        for (const Preset& one : presets()) {
            const QString title = QString::fromStdString(one.title);
            const QString sentence = QString::fromStdString(one.sentence);
            QAction* action = m_presets->addAction(plain(title));
            action->setToolTip(sentence);
            connect(action, &QAction::triggered, this, [this, title, sentence, scene = one.scene] {
                m_session->replace(title, scene);
                emit hint(sentence);
            });
        }
    } catch (const Error& failure) {
        emit m_session->failed(QString::fromUtf8(failure.what()));
    }
    m_presets->setToolTipsVisible(true);
}

} // namespace softscope
