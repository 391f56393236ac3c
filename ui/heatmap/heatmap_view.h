// One map: its cells and what lies over them. Labels, title and colour bar are widgets of their own.
#pragma once

#include "ui/heatmap/cell_image.h"
#include "ui/heatmap/heatmap_overlay.h"
#include "ui/heatmap/map_axes.h"
#include "ui/heatmap/region_math.h"
#include "ui/shown.h"

#include <QImage>
#include <QWidget>

#include <optional>

namespace softscope {

/// Places are in tokens (rows and columns of the whole map), never in cells of the picture.
class HeatmapView : public QWidget {
    Q_OBJECT

public:
    /// Logical pixels round the cells for outlines and the keyboard focus.
    static constexpr int margin = 4;

    explicit HeatmapView(QWidget* parent = nullptr);

    /// Shows map `index` of `shown` (null: nothing), laid out in device pixels, `ratio` of them a logical pixel.
    void setContent(ShownPointer shown, std::size_t index, const CellLayout& rows, const CellLayout& cols,
                    qreal ratio = 1);
    /// The map on screen, or null.
    const ShownMap* map() const;
    /// The mask hides cells of this map.
    bool hasMasked() const { return m_masked.size() != 0; }
    void setSelected(const MapCell& cell);
    void setHovered(const MapCell& cell);
    const MapCell& selected() const { return m_selected; }
    const MapCell& hoveredCell() const { return m_hovered; }

    /// Of the image of the cells: another one each time they are drawn anew. For tests.
    qint64 imageKey() const { return m_image.cacheKey(); }

    /// Says again what is under a resting pointer, when another cell has come there.
    void hoverAgain();
    /// A resting pointer counts no more until it moves.
    void forgetPointer() { m_pointer.reset(); }

    /// The token cell at a position in the widget: the first of a pooled cell; −1 outside.
    MapCell cellAt(const QPointF& position) const;
    /// The middle of a token's cell in the widget.
    QPointF centerOf(const MapCell& cell) const;

signals:
    void hovered(const MapCell& cell); ///< −1 when the pointer leaves
    void clicked(const MapCell& cell);
    void stepped(Index rows, Index cols); ///< by the keyboard, in tokens
    /// Notches of a wheel, positive: closer.
    void zoomRequested(double notches, const ZoomAnchor& anchor);
    void panStarted();
    void panned(Index rows, Index cols); ///< tokens since panStarted()
    void doubleClicked();                ///< before resetRequested(), after a click
    void resetRequested();

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    QPointF devicePoint(const QPointF& position) const;
    QPointF tokenPoint(const QPointF& position) const;
    MapCell pictureCell(const MapCell& tokens) const;
    MatrixB maskedNow() const;
    void composeIfNeeded();
    bool stepFor(const QKeyEvent& event);
    bool zoomFor(const QKeyEvent& event);

    ShownPointer m_shown;
    std::size_t m_index = 0;
    CellLayout m_rows, m_cols;
    qreal m_ratio = 1;
    MatrixB m_masked;
    QImage m_image;
    bool m_stale = true;
    MapCell m_selected, m_hovered;
    QPointF m_pressed;
    std::optional<QPointF> m_pointer; // while it is over the widget
    bool m_down = false, m_panning = false;
};

} // namespace softscope
