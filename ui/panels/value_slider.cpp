#include "ui/panels/value_slider.h"

#include "ui/panels/slider_paint.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace softscope {

namespace {

constexpr int places = 100'000; // of the QSlider underneath, which screen readers see

} // namespace

ValueSlider::ValueSlider(const ValueScale& scale, QWidget* parent)
    : QSlider(Qt::Horizontal, parent), m_scale(scale), m_value(scale.standard) {
    setRange(0, places);
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAttribute(Qt::WA_Hover);
    setNumber(scale.standard);
}

void ValueSlider::setNumber(double value) {
    m_value = value;
    if (!isSliderDown())
        place(m_scale.fractionOf(value));
    update();
}

void ValueSlider::setScale(const ValueScale& scale) {
    if (scale == m_scale)
        return;
    m_scale = scale;
    updateGeometry();
    if (!isSliderDown())
        place(m_scale.fractionOf(m_value));
    update();
}

QSize ValueSlider::sizeHint() const {
    return {128, minimumSizeHint().height()};
}

QSize ValueSlider::minimumSizeHint() const {
    const bool ticks = m_scale.whole && m_scale.logarithmic;
    return {56, sliderHandle + 2 + (ticks ? 2 * sliderTick : 0)};
}

QRectF ValueSlider::area() const {
    return QRectF(rect()).adjusted(1, 0, -1, 0);
}

void ValueSlider::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    SliderLook look;
    look.fraction = static_cast<double>(sliderPosition()) / places;
    look.origin = m_scale.fractionOf(m_scale.origin);
    if (m_scale.whole) {
        for (const double mark : m_scale.marks())
            look.ticks.push_back(m_scale.fractionOf(mark));
    }
    look.enabled = isEnabled();
    look.pressed = isSliderDown();
    look.hovered = underMouse() && isEnabled();
    look.focused = hasFocus();
    paintSlider(painter, area(), look, palette());
}

void ValueSlider::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) {
        event->ignore();
        return;
    }
    event->accept();
    const QRectF handle = handleRect(area(), static_cast<double>(sliderPosition()) / places);
    const double x = event->position().x();
    const bool onHandle = handle.contains(event->position());
    m_grip = onHandle ? x - handle.center().x() : 0;
    setSliderDown(true);
    if (!onHandle)
        goToMouse(x);
    update();
}

void ValueSlider::mouseMoveEvent(QMouseEvent* event) {
    if (!isSliderDown()) {
        event->ignore();
        return;
    }
    event->accept();
    goToMouse(event->position().x());
}

void ValueSlider::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || !isSliderDown()) {
        event->ignore();
        return;
    }
    event->accept();
    setSliderDown(false);
    setNumber(m_value);
}

void ValueSlider::mouseDoubleClickEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton)
        return;
    event->accept();
    go(m_scale.standard);
}

void ValueSlider::keyPressEvent(QKeyEvent* event) {
    const int forward = isRightToLeft() ? -1 : 1;
    switch (event->key()) {
    case Qt::Key_Right:
        return go(m_scale.stepped(m_value, forward));
    case Qt::Key_Left:
        return go(m_scale.stepped(m_value, -forward));
    case Qt::Key_Up:
        return go(m_scale.stepped(m_value, 1));
    case Qt::Key_Down:
        return go(m_scale.stepped(m_value, -1));
    case Qt::Key_PageUp:
        return go(m_scale.paged(m_value, 1));
    case Qt::Key_PageDown:
        return go(m_scale.paged(m_value, -1));
    case Qt::Key_Home:
        return go(m_scale.low);
    case Qt::Key_End:
        return go(m_scale.high);
    case Qt::Key_Delete:
    case Qt::Key_Backspace:
        return go(m_scale.standard);
    default:
        event->ignore();
    }
}

void ValueSlider::wheelEvent(QWheelEvent* event) {
    if (!hasFocus() || isSliderDown()) {
        event->ignore();
        return;
    }
    event->accept();
    m_wheel += event->angleDelta().y();
    const int notches = m_wheel / QWheelEvent::DefaultDeltasPerStep;
    m_wheel -= notches * QWheelEvent::DefaultDeltasPerStep;
    if (notches != 0)
        go(m_scale.stepped(m_value, notches));
}

void ValueSlider::sliderChange(SliderChange change) {
    QSlider::sliderChange(change);
    // From outside (a screen reader): a person's wish like any other.
    if (change == SliderValueChange && !m_placing)
        go(m_scale.valueAt(static_cast<double>(value()) / places));
}

void ValueSlider::go(double value) {
    if (value == m_value)
        return;
    m_value = value;
    if (!isSliderDown())
        place(m_scale.fractionOf(value));
    update();
    emit moved(value);
}

void ValueSlider::goToMouse(double x) {
    const double fraction = std::clamp(fractionAt(area(), x - m_grip), 0.0, 1.0);
    place(fraction);
    go(m_scale.valueAt(fraction, pixelOf(area()) / 2));
}

void ValueSlider::place(double fraction) {
    m_placing = true;
    setValue(static_cast<int>(std::lround(fraction * places)));
    m_placing = false;
    update();
}

} // namespace softscope
