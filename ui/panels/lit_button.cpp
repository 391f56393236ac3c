#include "ui/panels/lit_button.h"

#include <QPainter>

namespace softscope {

LitButton::LitButton(const QString& text, QWidget* parent) : QPushButton(text, parent) {
    setCheckable(true);
    setAutoDefault(false);
}

void LitButton::paintEvent(QPaintEvent* event) {
    if (!isChecked() || !isEnabled()) {
        QPushButton::paintEvent(event);
        return;
    }
    QPainter painter(this);
    const QColor accent = palette().color(QPalette::Highlight);
    const QColor ink = palette().color(QPalette::HighlightedText);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(isDown() ? accent.darker(115) : underMouse() ? accent.lighter(108) : accent);
    painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 2.5, 2.5);
    painter.setPen(ink);
    if (hasFocus()) {
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(QRectF(rect()).adjusted(3.5, 3.5, -3.5, -3.5), 2, 2);
    }
    painter.drawText(rect(), Qt::AlignCenter | Qt::TextShowMnemonic,
                     fontMetrics().elidedText(text(), Qt::ElideRight, width() - 8, Qt::TextShowMnemonic));
}

} // namespace softscope
