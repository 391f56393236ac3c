// A slider over real numbers: jumps to where it is clicked, takes a double-click for "back to the standard value".
#pragma once

#include "ui/panels/value_scale.h"

#include <QSlider>

namespace softscope {

/// The value is exact: a number between two places of the slider, or beyond its ends, stays what it is until a person
/// moves the handle. The wheel moves it only while it has the focus, so that scrolling a panel changes nothing.
class ValueSlider : public QSlider {
    Q_OBJECT

public:
    explicit ValueSlider(const ValueScale& scale, QWidget* parent = nullptr);

    double number() const { return m_value; }
    /// Emits nothing. While the handle is held it stays under the mouse.
    void setNumber(double value);
    const ValueScale& scale() const { return m_scale; }
    void setScale(const ValueScale& scale);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    /// A person moved it. Between sliderPressed and sliderReleased: part of one drag.
    void moved(double value);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void sliderChange(SliderChange change) override;

private:
    QRectF area() const;
    void go(double value);
    void goToMouse(double x);
    void place(double fraction);

    ValueScale m_scale;
    double m_value = 0;
    double m_grip = 0; // from the handle's centre to where it was taken, pixels
    bool m_placing = false;
    int m_wheel = 0; // eighths of a degree not yet used
};

} // namespace softscope
