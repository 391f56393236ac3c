#include "ui/heatmap/heatmap_overlay.h"

#include "ui/heatmap/device_pixels.h"

#include <algorithm>

namespace softscope {

QRect HeatmapOverlay::rectOf(const MapCell& cell) const {
    const Index top = cell.row < 0 ? 0 : rows.edge(cell.row);
    const Index bottom = cell.row < 0 ? rows.pixels() : rows.edge(cell.row + 1);
    const Index left = cell.col < 0 ? 0 : cols.edge(cell.col);
    const Index right = cell.col < 0 ? cols.pixels() : cols.edge(cell.col + 1);
    return {int(left), int(top), int(std::max<Index>(right - left, 1)), int(std::max<Index>(bottom - top, 1))};
}

void HeatmapOverlay::paint(QPainter& painter) const {
    if (rows.pixels() == 0 || cols.pixels() == 0)
        return;
    if (selected.row >= 0)
        fillContrastOutline(painter, rectOf({selected.row, -1}), line, 255);
    if (hovered.row >= 0 && hovered.row != selected.row)
        fillContrastOutline(painter, rectOf({hovered.row, -1}), line, 150);
    if (hovered.col >= 0)
        fillContrastOutline(painter, rectOf({-1, hovered.col}), line, 150);
    if (selected.row < 0 && selected.col >= 0) {
        fillContrastOutline(painter, rectOf({-1, selected.col}), line, 255);
    } else if (selected.row >= 0 && selected.col >= 0) {
        // A cell of a pixel or two still gets a box that can be seen.
        QRect box = rectOf(selected);
        const int least = 5 * line;
        const int dx = std::max(least - box.width() + 1, 0) / 2, dy = std::max(least - box.height() + 1, 0) / 2;
        box.adjust(-dx, -dy, dx, dy);
        fillOutline(painter, box, 2 * line, accent);
        fillOutline(painter, box.adjusted(-2 * line, -2 * line, 2 * line, 2 * line), line, QColor(0, 0, 0, 110));
    }
}

void HeatmapOverlay::paintInfinities(QPainter& painter, const Picture& picture) const {
    const bool any = picture.minusInfinities > 0 || picture.plusInfinities > 0;
    const double size = std::min(rows.cellSize(), cols.cellSize());
    if (!any || size < 20 * line || picture.width != cols.cells() || picture.height != rows.cells())
        return;
    QFont font = painter.font();
    font.setPixelSize(std::clamp(int(size * 0.4), 9 * line, 16 * line));
    painter.setFont(font);
    for (Index i = 0; i < picture.height; ++i) {
        for (Index j = 0; j < picture.width; ++j) {
            const std::uint32_t pixel = picture.pixels[std::size_t(i * picture.width + j)];
            if (pixel != minusInfinityColor && pixel != plusInfinityColor)
                continue;
            painter.setPen(pixel == plusInfinityColor ? QColor(Qt::white) : QColor(255, 255, 255, 200));
            painter.drawText(rectOf({i, j}), Qt::AlignCenter,
                             pixel == plusInfinityColor ? QStringLiteral("∞") : QStringLiteral("−∞"));
        }
    }
}

} // namespace softscope
