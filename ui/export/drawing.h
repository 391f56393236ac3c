// A figure as a list of simple things, in pixels: what the painter (PNG, PDF, preview) and the SVG writer both draw.
#pragma once

#include "core/base/error.h"

#include <QColor>
#include <QLineF>
#include <QPointF>
#include <QPolygonF>
#include <QRect>
#include <QString>

#include <stop_token>
#include <vector>

namespace softscope {

/// Cells between whole-pixel edges: the map, and the colour bar as a map of one column.
struct Grid {
    std::vector<int> xEdges, yEdges; ///< one more than there are columns, rows; ascending
    std::vector<QRgb> colors;        ///< 0xAARRGGBB, not premultiplied, row by row; alpha 0: nothing is drawn

    std::size_t cols() const { return xEdges.size() - 1; }
    std::size_t rows() const { return yEdges.size() - 1; }
    QRgb colorAt(std::size_t row, std::size_t col) const { return colors[row * cols() + col]; }
};

/// Cells [begin, end) of one row that have one colour.
struct Run {
    std::size_t row = 0, begin = 0, end = 0;
};

enum class TextAnchor { start, middle, end };

struct DrawnText {
    QString text;
    QPointF at;      ///< where the baseline begins, has its middle or ends
    int pixels = 12; ///< font size
    bool bold = false;
    QColor color;
    TextAnchor anchor = TextAnchor::start;
    int rotation = 0; ///< degrees clockwise about `at`: 0, 90 or −90
    QString whole;    ///< the text that was shortened to `text`; empty where it was not
};

struct DrawnLines {
    std::vector<QLineF> lines;
    QColor color;
    double width = 1;
};

struct DrawnShape {
    QPolygonF polygon;
    QColor fill;
};

struct Drawing {
    int width = 0, height = 0;
    bool transparent = false; ///< no background, else white
    QString title;            ///< whole, for the file's own title
    std::vector<Grid> grids;
    std::vector<DrawnShape> shapes;
    std::vector<DrawnLines> lines;
    std::vector<DrawnText> texts;
};

/// Whoever writes a drawing asks this before every row of cells and every path.
inline void throwIfStopped(const std::stop_token& stop) {
    if (stop.stop_requested())
        throw Cancelled();
}

/// Calls take(Run) for every run of one visible colour, row by row from the top. Throws Cancelled between rows.
template <typename Take>
void forEachRun(const Grid& grid, const std::stop_token& stop, Take&& take) {
    for (std::size_t row = 0; row < grid.rows(); ++row) {
        throwIfStopped(stop);
        for (std::size_t begin = 0, end = 0; begin < grid.cols(); begin = end) {
            const QRgb color = grid.colorAt(row, begin);
            for (end = begin + 1; end < grid.cols() && grid.colorAt(row, end) == color;)
                ++end;
            if (qAlpha(color) != 0)
                take(Run{row, begin, end});
        }
    }
}

} // namespace softscope
