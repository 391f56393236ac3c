#include "ui/panels/slider_paint.h"

#include "ui/theme.h"

#include <QPainter>

#include <algorithm>

namespace softscope {

namespace {

constexpr double grooveHeight = 4;

double way(const QRectF& area) {
    return area.width() - sliderHandle;
}

double centreOf(const QRectF& area, double fraction) {
    return area.left() + sliderHandle / 2.0 + std::max(0.0, way(area)) * std::clamp(fraction, 0.0, 1.0);
}

QColor mixed(const QColor& a, const QColor& b, double share) {
    return QColor::fromRgbF(static_cast<float>(a.redF() + (b.redF() - a.redF()) * share),
                            static_cast<float>(a.greenF() + (b.greenF() - a.greenF()) * share),
                            static_cast<float>(a.blueF() + (b.blueF() - a.blueF()) * share));
}

} // namespace

QRectF handleRect(const QRectF& area, double fraction) {
    const double radius = sliderHandle / 2.0;
    return {centreOf(area, fraction) - radius, area.center().y() - radius, sliderHandle, sliderHandle};
}

double fractionAt(const QRectF& area, double x) {
    return way(area) > 0 ? (x - area.left() - sliderHandle / 2.0) / way(area) : 0;
}

double pixelOf(const QRectF& area) {
    return way(area) > 0 ? 1 / way(area) : 1;
}

void paintSlider(QPainter& painter, const QRectF& area, const SliderLook& look, const QPalette& palette) {
    const QColor window = palette.color(QPalette::Window);
    const QColor text = palette.color(QPalette::WindowText);
    const QColor accent = look.enabled ? palette.color(QPalette::Highlight) : mixed(window, text, 0.3);
    const double middle = area.center().y();

    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(mixed(window, text, 0.35), 1));
    for (const double tick : look.ticks) {
        const double x = std::floor(centreOf(area, tick)) + 0.5;
        painter.drawLine(QPointF(x, middle + sliderHandle / 2.0 + 1),
                         QPointF(x, middle + sliderHandle / 2.0 + sliderTick - 1));
    }
    painter.setPen(Qt::NoPen);
    const QRectF groove(area.left() + 2, middle - grooveHeight / 2, std::max(0.0, area.width() - 4), grooveHeight);
    painter.setBrush(mixed(window, text, 0.18));
    painter.drawRoundedRect(groove, grooveHeight / 2, grooveHeight / 2);

    const double from = look.origin <= 0 ? groove.left() : centreOf(area, look.origin);
    const double to = centreOf(area, look.fraction);
    painter.setBrush(accent);
    painter.drawRoundedRect(
        QRectF(QPointF(std::min(from, to), groove.top()), QPointF(std::max(from, to), groove.bottom())),
        grooveHeight / 2, grooveHeight / 2);

    const QRectF handle = handleRect(area, look.fraction).adjusted(0.5, 0.5, -0.5, -0.5);
    const QColor face = palette.color(theme::isDark(palette) ? QPalette::Button : QPalette::Base);
    painter.setBrush(look.pressed ? mixed(face, accent, 0.35) : look.hovered ? mixed(face, accent, 0.15) : face);
    painter.setPen(QPen(look.focused ? accent : mixed(window, text, look.enabled ? 0.5 : 0.25), look.focused ? 2 : 1));
    painter.drawEllipse(look.focused ? handle.adjusted(0.5, 0.5, -0.5, -0.5) : handle);
    painter.restore();
}

} // namespace softscope
