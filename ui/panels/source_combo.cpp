#include "ui/panels/source_combo.h"

#include "core/base/error.h"
#include "core/scene/presets.h"
#include "ui/panels/bind.h"
#include "ui/panels/file_choice.h"
#include "ui/panels/source_title.h"
#include "ui/theme.h"

#include <QAbstractItemView>
#include <QStyleOptionComboBox>
#include <QStylePainter>

namespace softscope {

namespace {

constexpr int foreignRole = Qt::UserRole + 1;

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
    view()->setMinimumWidth(view()->sizeHintForColumn(0) + 4 * theme::grid); // the list shows whole titles
    connect(this, &QComboBox::activated, this, &SourceCombo::choose);
    follow(session, this, [this] { refresh(); });
}

void SourceCombo::choose(int row) {
    const QString name = itemData(row).toString();
    if (row == count() - 1) {
        chooseFileToOpen(m_session, this);
    } else if (!name.isEmpty()) {
        const Preset& chosen = preset(name.toStdString());
        m_session->replace(itemText(row), chosen.scene);
        emit hint(QString::fromStdString(chosen.sentence));
    }
    refresh();
}

void SourceCombo::paintEvent(QPaintEvent*) {
    QStylePainter painter(this);
    QStyleOptionComboBox option;
    initStyleOption(&option);
    const QRect text = style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, this);
    option.currentText = fontMetrics().elidedText(option.currentText, Qt::ElideRight, text.width() - 2);
    painter.drawComplexControl(QStyle::CC_ComboBox, option);
    painter.drawControl(QStyle::CE_ComboBoxLabel, option);
}

/// The preset that the scene is; or else the first one whose source it has, at another size or seed; or none.
int SourceCombo::rowOf(const Scene& scene) const {
    int similar = -1;
    for (int i = 0; i < count(); ++i) {
        const QString name = itemData(i).toString();
        if (name.isEmpty())
            continue;
        const Scene& candidate = preset(name.toStdString()).scene;
        if (candidate.source == scene.source && candidate.softmax == scene.softmax)
            return i;
        if (similar < 0 && sameOrigin(candidate.source, scene.source))
            similar = i;
    }
    return similar;
}

void SourceCombo::refresh() {
    const Source& source = m_session->scene().source;
    // An entry that names a source of no preset, and is there only while it stands.
    if (itemData(0, foreignRole).toBool())
        removeItem(0);
    int row = rowOf(m_session->scene());
    if (row < 0) {
        insertItem(0, sourceTitle(source));
        setItemData(0, true, foreignRole);
        row = 0;
    }
    setCurrentIndex(row);
    const ShownPointer shown = shownOfSource(*m_session);
    setToolTip(tr("Where Q, K and V come from: %1")
                   .arg(shown ? QString::fromStdString(shown->head->origin) : sourceTitle(source)));
}

} // namespace softscope
