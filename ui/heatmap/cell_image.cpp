#include "ui/heatmap/cell_image.h"

#include <algorithm>
#include <vector>

namespace softscope {

namespace {

/// A premultiplied colour over an opaque one.
QRgb over(QRgb top, QRgb below) {
    const int rest = 255 - qAlpha(top);
    const auto channel = [rest](int t, int b) { return std::min(t + (b * rest + 127) / 255, 255); };
    return qRgb(channel(qRed(top), qRed(below)), channel(qGreen(top), qGreen(below)),
                channel(qBlue(top), qBlue(below)));
}

/// The cell at each pixel along one axis: the last one whose first pixel is not beyond it.
std::vector<int> cellsAt(const CellLayout& layout) {
    std::vector<int> cells(std::size_t(layout.pixels()));
    for (Index i = 0; i < layout.cells(); ++i)
        std::fill(cells.begin() + layout.edge(i), cells.begin() + layout.edge(i + 1), int(i));
    return cells;
}

struct Composer {
    const Picture& picture;
    const MatrixB& masked;
    std::vector<int> cells; ///< at each pixel of a line
    QRgb background, hatch, maskedColor;
    int hatchStep;
    bool opaque; ///< no pixel of the picture lets anything shine through

    bool isNan(Index i, Index j) const { return qAlpha(pixel(i, j)) == 0 && !isMasked(i, j); }
    bool isMasked(Index i, Index j) const { return masked.size() != 0 && masked(i, j); }
    QRgb pixel(Index i, Index j) const { return picture.pixels[std::size_t(i * picture.width + j)]; }

    QRgb color(Index i, Index j) const {
        if (isMasked(i, j))
            return maskedColor;
        const QRgb p = pixel(i, j);
        return qAlpha(p) == 255 ? p : over(p, background);
    }

    /// `colors` is working memory of a row of cells.
    void fillLine(Index i, QRgb* line, std::vector<QRgb>& colors) const {
        const QRgb* source = picture.pixels.data() + i * picture.width;
        if (masked.size() != 0 || !opaque) {
            for (Index j = 0; j < picture.width; ++j)
                colors[std::size_t(j)] = color(i, j);
            source = colors.data();
        }
        const int* cell = cells.data();
        for (std::size_t x = 0; x < cells.size(); ++x)
            line[x] = source[cell[x]];
    }

    /// Diagonal lines that run on from cell to cell.
    void hatchLine(Index i, Index y, QRgb* line) const {
        for (Index x = 0; x < Index(cells.size()); ++x) {
            if ((x + y) % hatchStep < std::max(hatchStep / 4, 1) && isNan(i, cells[std::size_t(x)]))
                line[x] = hatch;
        }
    }
};

} // namespace

QImage composeCells(const Picture& picture, const MatrixB& masked, const CellLayout& rows, const CellLayout& cols,
                    const CellColors& colors) {
    if (rows.cells() != picture.height || cols.cells() != picture.width || rows.pixels() == 0 || cols.pixels() == 0)
        return {};
    QImage image(int(cols.pixels()), int(rows.pixels()), QImage::Format_RGB32);
    const QRgb background = colors.background.rgb();
    QRgb common = ~0U;
    for (const QRgb pixel : picture.pixels)
        common &= pixel;
    const Composer composer{picture,
                            masked,
                            cellsAt(cols),
                            background,
                            colors.hatch.rgb(),
                            over(minusInfinityColor, background),
                            std::max(colors.hatchStep, 2),
                            qAlpha(common) == 255};
    std::vector<QRgb> row(std::size_t(picture.width));
    for (Index i = 0; i < rows.cells(); ++i) {
        const Index top = rows.edge(i), bottom = rows.edge(i + 1);
        if (top == bottom)
            continue;
        QRgb* first = reinterpret_cast<QRgb*>(image.scanLine(int(top)));
        composer.fillLine(i, first, row);
        for (Index y = top + 1; y < bottom; ++y)
            std::copy_n(first, cols.pixels(), reinterpret_cast<QRgb*>(image.scanLine(int(y))));
        if (picture.nans == 0)
            continue;
        for (Index y = top; y < bottom; ++y)
            composer.hatchLine(i, y, reinterpret_cast<QRgb*>(image.scanLine(int(y))));
    }
    return image;
}

} // namespace softscope
