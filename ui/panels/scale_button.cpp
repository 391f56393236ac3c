#include "ui/panels/scale_button.h"

#include "core/engine/logits.h"
#include "core/render/number_text.h"
#include "ui/panels/bind.h"

#include <QStyle>
#include <QStyleOptionButton>

namespace softscope {

ScaleButton::ScaleButton(Session* session, QWidget* parent) : LitButton({}, parent), m_session(session) {
    setObjectName(QStringLiteral("scale"));
    setAccessibleName(tr("Scale the scores by one over the square root of d k"));
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    connect(this, &QPushButton::clicked, this, [this] {
        m_session->edit(tr("Scale"), [](Scene& scene) { scene.softmax = withOtherScale(scene.softmax); });
    });
    follow(session, this, [this] { refresh(); });
}

void ScaleButton::refresh() {
    const Scale& scale = m_session->scene().softmax.scale;
    setChecked(scale.kind != ScaleKind::none);
    setText(scaleWord(scale));
    const QString equation = scaleEquation(scale, headSize(*m_session).dK);
    setToolTip(scale.kind == ScaleKind::none
                   ? tr("The scores go into the softmax as they are. Click to divide them by √dₖ (S).")
               : scale.kind == ScaleKind::sqrt
                   ? tr("The scores are divided by √dₖ: × %1. Click to see the softmax without it (S).").arg(equation)
                   : tr("The scores are scaled: × %1. Click to see the softmax without a scale (S).").arg(equation));
}

QSize ScaleButton::sizeHint() const {
    // Wide enough for every usual text, so that nothing beside it moves.
    QStyleOptionButton option;
    initStyleOption(&option);
    int text = 0;
    for (const QString& word : {scaleWord({}), scaleWord({ScaleKind::factor, 0.125})})
        text = std::max(text, fontMetrics().horizontalAdvance(word));
    return style()->sizeFromContents(QStyle::CT_PushButton, &option, QSize(text + 8, fontMetrics().height()), this);
}

QString scaleWord(const Scale& scale) {
    switch (scale.kind) {
    case ScaleKind::dk:
        return QStringLiteral("÷ dₖ");
    case ScaleKind::factor:
        return QStringLiteral("× ") + QString::fromStdString(numberText(scale.factor));
    case ScaleKind::sqrt:
    case ScaleKind::none:
        break;
    }
    return QStringLiteral("÷ √dₖ");
}

QString scaleEquation(const Scale& scale, Index dK) {
    if (dK < 1 && scale.kind != ScaleKind::factor && scale.kind != ScaleKind::none)
        return {};
    QString factor = QString::fromStdString(numberText(factorOf(scale, dK)));
    switch (scale.kind) {
    case ScaleKind::sqrt:
        return QStringLiteral("%1 = 1/√%2").arg(factor).arg(dK);
    case ScaleKind::dk:
        return QStringLiteral("%1 = 1/%2").arg(factor).arg(dK);
    case ScaleKind::none:
    case ScaleKind::factor:
        break;
    }
    return factor;
}

} // namespace softscope
