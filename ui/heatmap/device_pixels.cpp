#include "ui/heatmap/device_pixels.h"

#include <cmath>

namespace softscope {

namespace {

double toWhole(double at) {
    const double rest = std::ceil(at - 1e-6) - at;
    return rest < 1e-6 ? 0 : rest;
}

} // namespace

QPointF deviceOffset(const QWidget& widget, qreal ratio) {
    const QPointF at = QPointF(widget.mapTo(widget.window(), QPoint(0, 0))) * ratio;
    return {toWhole(at.x()), toWhole(at.y())};
}

void useDevicePixels(QPainter& painter, qreal ratio) {
    const QPointF at = painter.deviceTransform().map(QPointF(0, 0));
    painter.translate(toWhole(at.x()) / ratio, toWhole(at.y()) / ratio);
    painter.scale(1 / ratio, 1 / ratio);
}

void fillOutline(QPainter& painter, const QRect& inner, int width, const QColor& color) {
    const QRect outer = inner.adjusted(-width, -width, width, width);
    painter.fillRect(QRect(outer.left(), outer.top(), outer.width(), width), color);
    painter.fillRect(QRect(outer.left(), inner.bottom() + 1, outer.width(), width), color);
    painter.fillRect(QRect(outer.left(), inner.top(), width, inner.height()), color);
    painter.fillRect(QRect(inner.right() + 1, inner.top(), width, inner.height()), color);
}

void fillContrastOutline(QPainter& painter, const QRect& inner, int width, int alpha) {
    fillOutline(painter, inner, width, QColor(255, 255, 255, alpha));
    fillOutline(painter, inner.adjusted(-width, -width, width, width), width, QColor(0, 0, 0, alpha / 2));
}

} // namespace softscope
