#include "ui/heatmap/cell_image.h"

#include <algorithm>

namespace softscope {

namespace {

/// A premultiplied colour over an opaque one.
QRgb over(QRgb top, QRgb below) {
    const int rest = 255 - qAlpha(top);
    const auto channel = [rest](int t, int b) { return std::min(t + (b * rest + 127) / 255, 255); };
    return qRgb(channel(qRed(top), qRed(below)), channel(qGreen(top), qGreen(below)),
                channel(qBlue(top), qBlue(below)));
}

struct Composer {
    const Picture& picture;
    const MatrixB& masked;
    const CellLayout &rows, &cols;
    QRgb background, hatch, maskedColor;
    int hatchStep;

    bool isNan(Index i, Index j) const { return qAlpha(pixel(i, j)) == 0 && !isMasked(i, j); }
    bool isMasked(Index i, Index j) const { return masked.size() != 0 && masked(i, j); }
    QRgb pixel(Index i, Index j) const { return picture.pixels[std::size_t(i * picture.width + j)]; }

    QRgb color(Index i, Index j) const {
        if (isMasked(i, j))
            return maskedColor;
        const QRgb p = pixel(i, j);
        return qAlpha(p) == 255 ? p : over(p, background);
    }

    void fillLine(Index i, QRgb* line) const {
        for (Index j = 0; j < cols.cells(); ++j)
            std::fill(line + cols.edge(j), line + cols.edge(j + 1), color(i, j));
    }

    /// Diagonal lines that run on from cell to cell.
    void hatchLine(Index i, Index y, QRgb* line) const {
        for (Index j = 0; j < cols.cells(); ++j) {
            if (!isNan(i, j))
                continue;
            for (Index x = cols.edge(j); x < cols.edge(j + 1); ++x) {
                if ((x + y) % hatchStep < std::max(hatchStep / 4, 1))
                    line[x] = hatch;
            }
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
    const Composer composer{picture,
                            masked,
                            rows,
                            cols,
                            background,
                            colors.hatch.rgb(),
                            over(minusInfinityColor, background),
                            std::max(colors.hatchStep, 2)};
    for (Index i = 0; i < rows.cells(); ++i) {
        const Index top = rows.edge(i), bottom = rows.edge(i + 1);
        if (top == bottom)
            continue;
        QRgb* first = reinterpret_cast<QRgb*>(image.scanLine(int(top)));
        composer.fillLine(i, first);
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
