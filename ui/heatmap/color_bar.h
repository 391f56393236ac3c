// The colour bar beside a map: colours, ticks, marks of clipped ends, a legend of cells without a place on it.
#pragma once

#include "core/render/picture.h"

#include <QFont>
#include <QImage>
#include <QWidget>

namespace softscope {

class ColorBar : public QWidget {
    Q_OBJECT

public:
    static constexpr int barWidth = 10; ///< logical pixels

    explicit ColorBar(QWidget* parent = nullptr);

    /// What the bar says, without the pixels.
    struct Content {
        ColorScale scale;
        bool clippedLow = false, clippedHigh = false;
        bool nan = false, masked = false, minusInfinity = false, plusInfinity = false;
        bool operator==(const Content&) const = default;
    };
    /// `masked`: the map has cells that the mask hides. `length`: of the bar, in logical pixels.
    void setContent(const Picture& picture, bool masked, int length);
    const Content& content() const { return m_content; }
    /// Room for any tick text, so that nothing moves when a number gets longer.
    static int widthFor(const QFont& base);

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    QRectF barRect() const;
    void paintTicks(QPainter& painter, const QRectF& bar) const;
    void paintClips(QPainter& painter, const QRectF& bar) const;
    void paintLegend(QPainter& painter) const;

    Content m_content;
    int m_length = 0;
    QImage m_gradient;
};

} // namespace softscope
