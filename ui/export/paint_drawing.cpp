#include "ui/export/paint_drawing.h"

#include "core/base/error.h"
#include "ui/export/figure_font.h"

#include <QPainter>

#include <algorithm>

namespace softscope {

namespace {

void paintText(QPainter& painter, const DrawnText& text) {
    const QFont font = figureFont(text.pixels, text.bold);
    painter.setFont(font);
    painter.setPen(text.color);
    const double width = textWidth(text.text, text.pixels, text.bold);
    const double before = text.anchor == TextAnchor::start ? 0 : text.anchor == TextAnchor::middle ? width / 2 : width;
    painter.save();
    painter.translate(text.at);
    painter.rotate(text.rotation);
    painter.drawText(QPointF(-before, 0), text.text);
    painter.restore();
}

/// Straight into the pixels: exact edges, and as fast for a million cells as for one.
void fillGrid(QImage& image, const Grid& grid) {
    const int left = std::clamp(grid.xEdges.front(), 0, image.width());
    const int right = std::clamp(grid.xEdges.back(), 0, image.width());
    if (right <= left)
        return;
    std::vector<QRgb> line(static_cast<std::size_t>(right - left));
    for (std::size_t row = 0; row < grid.rows(); ++row) {
        for (std::size_t col = 0; col < grid.cols(); ++col) {
            const int begin = std::clamp(grid.xEdges[col], left, right) - left;
            const int end = std::clamp(grid.xEdges[col + 1], left, right) - left;
            std::fill(line.begin() + begin, line.begin() + end, qPremultiply(grid.colorAt(row, col)));
        }
        const int bottom = std::clamp(grid.yEdges[row + 1], 0, image.height());
        for (int y = std::clamp(grid.yEdges[row], 0, image.height()); y < bottom; ++y) {
            auto* pixels = reinterpret_cast<QRgb*>(image.scanLine(y)) + left;
            std::transform(line.begin(), line.end(), pixels, pixels, [](QRgb over, QRgb under) {
                const uint rest = 255 - static_cast<uint>(qAlpha(over));
                const auto mix = [rest](int o, int u) {
                    return o + static_cast<int>((static_cast<uint>(u) * rest + 127) / 255);
                };
                return rest == 0 ? over
                                 : qRgba(mix(qRed(over), qRed(under)), mix(qGreen(over), qGreen(under)),
                                         mix(qBlue(over), qBlue(under)), mix(qAlpha(over), qAlpha(under)));
            });
        }
    }
}

} // namespace

void paintMarks(QPainter& painter, const Drawing& drawing) {
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setRenderHint(QPainter::TextAntialiasing);
    for (const DrawnShape& shape : drawing.shapes) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(shape.fill);
        painter.drawPolygon(shape.polygon);
    }
    for (const DrawnLines& lines : drawing.lines) {
        QPen pen(lines.color, lines.width);
        pen.setCapStyle(Qt::FlatCap);
        painter.setPen(pen);
        painter.drawLines(lines.lines.data(), static_cast<int>(lines.lines.size()));
    }
    for (const DrawnText& text : drawing.texts)
        paintText(painter, text);
}

QImage imageOf(const Drawing& drawing) {
    QImage image(drawing.width, drawing.height, QImage::Format_ARGB32_Premultiplied);
    if (image.isNull())
        throw Error("There is not enough memory for a picture of " + std::to_string(drawing.width) + " × " +
                    std::to_string(drawing.height) + " pixels: make it smaller.");
    image.fill(drawing.transparent ? Qt::transparent : Qt::white);
    for (const Grid& grid : drawing.grids)
        fillGrid(image, grid);
    QPainter painter(&image);
    paintMarks(painter, drawing);
    painter.end();
    return image;
}

QImage cellImage(const Grid& grid) {
    QImage image(static_cast<int>(grid.cols()), static_cast<int>(grid.rows()), QImage::Format_ARGB32);
    if (image.isNull())
        throw Error("There is not enough memory for a picture of the cells: make it smaller.");
    for (std::size_t row = 0; row < grid.rows(); ++row) {
        const auto* colors = grid.colors.data() + row * grid.cols();
        std::copy(colors, colors + grid.cols(), reinterpret_cast<QRgb*>(image.scanLine(static_cast<int>(row))));
    }
    return image;
}

} // namespace softscope
