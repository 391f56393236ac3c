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

    /// The kinds of cells that have no place on the bar and are on the map.
    struct Legend {
        bool nan = false, masked = false, minusInfinity = false, plusInfinity = false;
        bool operator==(const Legend&) const = default;
    };
    struct Content {
        ColorScale scale;
        bool clippedLow = false, clippedHigh = false;
        Legend legend;
        int length = 0; ///< of the bar, in logical pixels
        bool operator==(const Content&) const = default;
    };
    void setContent(const Content& content);
    const Content& content() const { return m_content; }
    /// Room for any usual tick text and for the legend, so that nothing moves when a number gets longer; on a narrow
    /// board a long one is drawn narrower.
    static int widthFor(const QFont& base, int boardWidth);
    /// "×10⁻¹⁶" where the numbers are to be read times it, else empty.
    QString multiplier() const;

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    int tickCount() const;
    QRectF barRect() const;
    void paintTicks(QPainter& painter, const QRectF& bar) const;
    void paintClips(QPainter& painter, const QRectF& bar) const;
    void paintLegend(QPainter& painter) const;

    Content m_content;
    QImage m_gradient;
};

} // namespace softscope
