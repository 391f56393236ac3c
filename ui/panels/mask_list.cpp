#include "ui/panels/mask_list.h"

#include "core/scene/limits.h"
#include "ui/panels/bind.h"
#include "ui/panels/mask_text.h"
#include "ui/panels/window_fields.h"
#include "ui/theme.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

namespace softscope {

MaskList::MaskList(Session* session, QWidget* parent)
    : QWidget(parent), m_session(session), m_rows(new QVBoxLayout), m_add(new QPushButton(tr("Add a mask"), this)) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(theme::grid / 2);
    m_rows->setSpacing(theme::grid / 2);
    column->addLayout(m_rows);
    column->addWidget(m_add, 0, Qt::AlignLeft);
    m_add->setObjectName(QStringLiteral("addMask"));
    m_add->setAutoDefault(false);
    auto* menu = new QMenu(m_add);
    menu->setToolTipsVisible(true);
    for (const Mask& mask :
         {Mask{MaskKind::causal}, Mask{MaskKind::causalEnd}, Mask{MaskKind::window, newWindow, newWindow}}) {
        QAction* action = menu->addAction(maskTitle(mask), this, [this, mask] { add(mask); });
        action->setToolTip(maskSentence(mask));
    }
    m_add->setMenu(menu);
    follow(session, this, [this] { refresh(); });
}

void MaskList::add(const Mask& mask) {
    m_session->edit(tr("Add a mask"), [&](Scene& scene) { scene.softmax.masks.push_back(mask); });
}

void MaskList::refresh() {
    const std::vector<Mask>& masks = m_session->scene().softmax.masks;
    const bool room = static_cast<Index>(masks.size()) < limits::masks;
    m_add->setEnabled(room);
    m_add->setToolTip(room ? tr("A key must pass every mask in the list")
                           : tr("A scene holds at most %1 masks.").arg(limits::masks));
    std::vector<MaskKind> kinds;
    kinds.reserve(masks.size());
    for (const Mask& mask : masks)
        kinds.push_back(mask.kind);
    if (kinds == m_kinds)
        return;
    m_kinds = kinds;
    while (QLayoutItem* item = m_rows->takeAt(0)) {
        item->widget()->hide();
        item->widget()->deleteLater(); // its own button may be the sender
        delete item;
    }
    for (std::size_t i = 0; i < masks.size(); ++i)
        m_rows->addWidget(rowOf(i, masks[i]));
}

QWidget* MaskList::rowOf(std::size_t place, const Mask& mask) {
    auto* row = new QWidget(this);
    auto* layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(theme::grid / 2);
    if (mask.kind == MaskKind::window) {
        layout->addWidget(new QLabel(tr("Window"), row));
        layout->addWidget(new WindowFields(m_session, place, row), 1);
    } else {
        auto* label = new QLabel(maskTitle(mask), row);
        label->setToolTip(maskSentence(mask));
        layout->addWidget(label, 1);
    }
    auto* remove = new QToolButton(row);
    remove->setObjectName(QStringLiteral("removeMask"));
    remove->setText(QStringLiteral("×"));
    remove->setAutoRaise(true);
    remove->setFocusPolicy(Qt::StrongFocus);
    remove->setAccessibleName(tr("Remove the mask %1").arg(maskTitle(mask)));
    remove->setToolTip(tr("Remove this mask"));
    connect(remove, &QToolButton::clicked, this, [this, place] {
        m_session->edit(tr("Remove a mask"), [place](Scene& scene) {
            if (place < scene.softmax.masks.size())
                scene.softmax.masks.erase(scene.softmax.masks.begin() + static_cast<std::ptrdiff_t>(place));
        });
    });
    layout->addWidget(remove);
    return row;
}

} // namespace softscope
