#include "ui/elided_label.h"

#include <QPainter>
#include <QStyle>

namespace softscope {

ElidedLabel::ElidedLabel(QWidget* parent) : QWidget(parent) {
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
}

void ElidedLabel::setText(const QString& text) {
    if (text == m_text)
        return;
    m_text = text;
    setAccessibleDescription(text);
    update();
}

void ElidedLabel::setAlignment(Qt::Alignment alignment) {
    m_alignment = alignment;
    update();
}

QSize ElidedLabel::sizeHint() const {
    const QMargins margins = contentsMargins();
    return {margins.left() + margins.right(), fontMetrics().height() + margins.top() + margins.bottom()};
}

void ElidedLabel::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const QRect place = contentsRect();
    const QString shortened = fontMetrics().elidedText(m_text, Qt::ElideRight, place.width());
    style()->drawItemText(&painter, place, int(m_alignment), palette(), isEnabled(), shortened, foregroundRole());
}

} // namespace softscope
