#include "ui/panels/window_fields.h"

#include "core/scene/limits.h"
#include "ui/panels/bind.h"
#include "ui/panels/mask_text.h"
#include "ui/panels/number_field.h"
#include "ui/panels/step_pause.h"
#include "ui/theme.h"

#include <QHBoxLayout>
#include <QLabel>

namespace softscope {

WindowFields::WindowFields(Session* session, std::size_t place, QWidget* parent)
    : QWidget(parent), m_session(session), m_place(place) {
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(theme::grid / 2);
    NumberField* left = field(&Mask::left, tr("Window before"), QStringLiteral("window-left"));
    left->setObjectName(QStringLiteral("windowLeft"));
    left->setToolTip(tr("How many keys before its own place a query sees"));
    NumberField* right = field(&Mask::right, tr("Window after"), QStringLiteral("window-right"));
    right->setObjectName(QStringLiteral("windowRight"));
    right->setToolTip(tr("How many keys after its own place a query sees"));
    for (const auto& [sign, box] : {std::pair{QStringLiteral("−"), left}, std::pair{QStringLiteral("+"), right}}) {
        row->addWidget(new QLabel(sign, this));
        row->addWidget(box);
    }
    row->addStretch(1);
}

NumberField* WindowFields::field(Index Mask::*side, const QString& text, const QString& gesture) {
    ValueScale scale = ValueScale::integers(1, 64, static_cast<double>(limits::tokens), newWindow);
    scale.least = 0;
    auto* box = new NumberField(scale, NumberField::Buttons::upDown, 4, this);
    box->setAccessibleName(text);
    auto* pause = new StepPause(box);
    pause->watch(box);
    connect(pause, &StepPause::finished, m_session, &Session::endGesture);
    connect(box, &NumberField::edited, this, [=, this](double value, bool isStep) {
        m_session->edit(
            text,
            [&](Scene& scene) {
                if (m_place < scene.softmax.masks.size())
                    scene.softmax.masks[m_place].*side = static_cast<Index>(value);
            },
            isStep ? gesture : QString());
        if (isStep)
            pause->step();
    });
    follow(m_session, box, [=, this] {
        if (const Mask* shown = mask())
            box->setValue(static_cast<double>(shown->*side));
    });
    return box;
}

const Mask* WindowFields::mask() const {
    const std::vector<Mask>& masks = m_session->scene().softmax.masks;
    return m_place < masks.size() && masks[m_place].kind == MaskKind::window ? &masks[m_place] : nullptr;
}

} // namespace softscope
