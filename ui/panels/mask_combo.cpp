#include "ui/panels/mask_combo.h"

#include "ui/panels/bind.h"
#include "ui/panels/mask_text.h"
#include "ui/panels/window_fields.h"
#include "ui/theme.h"

#include <QAbstractItemView>
#include <QFrame>
#include <QLabel>
#include <QVBoxLayout>

namespace softscope {

namespace {

enum Row { noMask, causal, causalEnd, windowMask, severalMasks };

int rowOf(const std::vector<Mask>& masks) {
    if (masks.empty())
        return noMask;
    if (masks.size() > 1)
        return severalMasks;
    return masks[0].kind == MaskKind::causal ? causal : masks[0].kind == MaskKind::causalEnd ? causalEnd : windowMask;
}

} // namespace

MaskCombo::MaskCombo(Session* session, QWidget* parent) : QComboBox(parent), m_session(session) {
    setObjectName(QStringLiteral("mask"));
    setAccessibleName(tr("Mask"));
    addItems({tr("None"), maskTitle({MaskKind::causal}), maskTitle({MaskKind::causalEnd}), tr("Window…")});
    setItemData(noMask, tr("Every query sees every key"), Qt::ToolTipRole);
    setItemData(causal, maskSentence({MaskKind::causal}), Qt::ToolTipRole);
    setItemData(causalEnd, maskSentence({MaskKind::causalEnd}), Qt::ToolTipRole);
    setItemData(windowMask, tr("A query sees the keys near its own place"), Qt::ToolTipRole);
    setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    view()->setMinimumWidth(view()->sizeHintForColumn(0) + 4 * theme::grid); // the list shows whole titles
    connect(this, &QComboBox::activated, this, &MaskCombo::choose);
    follow(session, this, [this] { refresh(); });
}

void MaskCombo::choose(int row) {
    if (row == severalMasks)
        return;
    const std::vector<Mask> before = m_session->scene().softmax.masks;
    std::vector<Mask> masks;
    if (row == causal)
        masks = {{MaskKind::causal}};
    else if (row == causalEnd)
        masks = {{MaskKind::causalEnd}};
    else if (row == windowMask)
        masks = rowOf(before) == windowMask ? before : std::vector<Mask>{{MaskKind::window, newWindow, newWindow}};
    m_session->edit(tr("Mask"), [&](Scene& scene) { scene.softmax.masks = masks; });
    refresh();
    if (row == windowMask)
        showWindowFields();
}

void MaskCombo::showWindowFields() {
    auto* frame = new QFrame(this, Qt::Popup);
    frame->setObjectName(QStringLiteral("windowPopup"));
    frame->setAttribute(Qt::WA_DeleteOnClose);
    frame->setFrameStyle(QFrame::StyledPanel);
    auto* column = new QVBoxLayout(frame);
    column->setContentsMargins(theme::grid, theme::grid, theme::grid, theme::grid);
    column->addWidget(new QLabel(tr("Keys before and after its own place that a query sees"), frame));
    auto* fields = new WindowFields(m_session, 0, frame);
    column->addWidget(fields);
    frame->move(mapToGlobal(QPoint(0, height())));
    frame->show();
    fields->setFocus();
}

void MaskCombo::refresh() {
    const std::vector<Mask>& masks = m_session->scene().softmax.masks;
    const int row = rowOf(masks);
    setItemText(windowMask, row == windowMask ? maskTitle(masks[0]) + QStringLiteral("…") : tr("Window…"));
    // An entry that names what stands, and is there only while it does.
    if (count() > severalMasks)
        removeItem(severalMasks);
    if (row == severalMasks)
        addItem(tr("%1 masks").arg(masks.size()));
    setCurrentIndex(row);
    QString tip = masks.empty() ? tr("No mask: every query sees every key.") : QString();
    for (const Mask& mask : masks)
        tip += (tip.isEmpty() ? QString() : QStringLiteral("\n")) + maskSentence(mask);
    setToolTip(tip);
}

} // namespace softscope
