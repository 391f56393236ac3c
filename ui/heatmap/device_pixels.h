// Painting and hit testing in device pixels, whole ones at any scaling of the display.
#pragma once

#include <QPainter>
#include <QPointF>
#include <QWidget>

namespace softscope {

/// How far inside a widget its first whole device pixel lies, in device pixels (0 to 1): at 1.5× a widget may begin in
/// the middle of one.
QPointF deviceOffset(const QWidget& widget, qreal ratio);

/// Makes one unit of the painter one device pixel and its origin the first whole one inside the widget.
void useDevicePixels(QPainter& painter, qreal ratio);

/// The outline of `inner`, `width` device pixels thick and outside of it, without smoothing.
void fillOutline(QPainter& painter, const QRect& inner, int width, const QColor& color);

/// A line for the eye on any colour: white with a dark rim, outside of `inner`.
void fillContrastOutline(QPainter& painter, const QRect& inner, int width, int alpha);

} // namespace softscope
