#include "ui/panels/source_combo.h"

#include "core/base/error.h"
#include "core/scene/presets.h"
#include "ui/panels/bind.h"
#include "ui/panels/file_choice.h"
#include "ui/panels/source_title.h"

namespace softscope {

namespace {

/// None, with the reason, where the program's own resources cannot be read.
std::vector<Preset> readablePresets(QString& reason) {
    try {
        return presets();
    } catch (const Error& error) {
        reason = QString::fromUtf8(error.what());
        return {};
    }
}

} // namespace

SourceCombo::SourceCombo(Session* session, QWidget* parent) : QComboBox(parent), m_session(session) {
    setObjectName(QStringLiteral("source"));
    setAccessibleName(tr("Source"));
    setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    setMinimumContentsLength(14);
    QString reason;
    for (const Preset& preset : readablePresets(reason)) {
        addItem(QString::fromStdString(preset.title), QString::fromStdString(preset.name));
        setItemData(count() - 1, QString::fromStdString(preset.sentence), Qt::ToolTipRole);
    }
    if (count() > 0)
        insertSeparator(count());
    addItem(tr("Open file…"));
    setItemData(count() - 1,
                reason.isEmpty() ? tr("A session, an exported figure, or the heads of a model in a tensor file")
                                 : reason,
                Qt::ToolTipRole);
    connect(this, &QComboBox::activated, this, &SourceCombo::choose);
    follow(session, this, [this] { refresh(); });
}

void SourceCombo::choose(int row) {
    const QString name = itemData(row).toString();
    if (name.isEmpty())
        chooseFileToOpen(m_session, this);
    else
        m_session->replace(itemText(row), preset(name.toStdString()).scene);
    refresh();
}

void SourceCombo::refresh() {
    const Source& source = m_session->scene().source;
    int row = -1;
    for (int i = 0; i < count() && row < 0; ++i) {
        const QString name = itemData(i).toString();
        if (!name.isEmpty() && sameOrigin(preset(name.toStdString()).scene.source, source))
            row = i;
    }
    setPlaceholderText(sourceTitle(source));
    setCurrentIndex(row);
    const ShownPointer shown = shownOfSource(*m_session);
    setToolTip(tr("Where Q, K and V come from: %1")
                   .arg(shown ? QString::fromStdString(shown->head->origin) : sourceTitle(source)));
}

} // namespace softscope
