// The one look of a slider: used by the sliders and by the rows of the list of components.
#pragma once

#include <QPalette>
#include <QRectF>

#include <vector>

class QPainter;

namespace softscope {

struct SliderLook {
    double fraction = 0;       ///< where the handle stands, 0 … 1
    double origin = 0;         ///< where the fill begins
    std::vector<double> ticks; ///< under the groove
    bool enabled = true, pressed = false, hovered = false, focused = false;
};

inline constexpr int sliderHandle = 14; ///< its diameter, logical pixels
inline constexpr int sliderTick = 5;    ///< room for ticks under the handle

/// The handle on a groove through the middle of `area`; its centre travels from half a handle inside the left end to
/// half a handle inside the right one.
QRectF handleRect(const QRectF& area, double fraction);
/// The place under x, not clamped; the inverse of handleRect(). 0 where there is no room.
double fractionAt(const QRectF& area, double x);
/// One pixel as a fraction of the way.
double pixelOf(const QRectF& area);

void paintSlider(QPainter& painter, const QRectF& area, const SliderLook& look, const QPalette& palette);

} // namespace softscope
