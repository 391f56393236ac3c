#include "ui/panels/dice_button.h"

#include <QPainter>

namespace softscope {

DiceButton::DiceButton(QWidget* parent) : QToolButton(parent) {
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    setFocusPolicy(Qt::StrongFocus);
}

QSize DiceButton::sizeHint() const {
    const int side = fontMetrics().height() + 8;
    return {side, side};
}

void DiceButton::paintEvent(QPaintEvent* event) {
    QToolButton::paintEvent(event);
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const double side = 14;
    QRectF face(0, 0, side, side);
    face.moveCenter(QRectF(rect()).center());
    const QColor ink = palette().color(isEnabled() ? QPalette::Active : QPalette::Disabled, QPalette::ButtonText);
    painter.setPen(QPen(ink, 1.25));
    painter.drawRoundedRect(face, 3, 3);
    painter.setPen(Qt::NoPen);
    painter.setBrush(ink);
    for (const auto& [x, y] : {std::pair{-1, -1}, {1, -1}, {0, 0}, {-1, 1}, {1, 1}})
        painter.drawEllipse(face.center() + QPointF(x, y) * side / 4, 1.3, 1.3);
}

} // namespace softscope
