#include "ui/export/hatch.h"

#include <algorithm>
#include <cmath>

namespace softscope {

namespace {

void hatch(const QRectF& rect, double step, std::vector<QLineF>& lines) {
    const std::size_t before = lines.size();
    const double first = std::ceil((rect.left() + rect.top()) / step) * step;
    for (double sum = first; sum < rect.right() + rect.bottom(); sum += step) {
        const double x0 = std::max(rect.left(), sum - rect.bottom());
        const double x1 = std::min(rect.right(), sum - rect.top());
        if (x1 > x0)
            lines.emplace_back(x0, sum - x0, x1, sum - x1);
    }
    if (lines.size() == before) // too small for a line of the pattern: its own diagonal
        lines.emplace_back(rect.bottomLeft(), rect.topRight());
}

} // namespace

std::vector<QLineF> hatchLines(const Grid& grid, const std::vector<bool>& hatched, double step) {
    std::vector<QLineF> lines;
    std::vector<bool> done(hatched.size(), false);
    const std::size_t cols = grid.cols(), rows = grid.rows();
    for (std::size_t row = 0; row < rows; ++row) {
        for (std::size_t col = 0; col < cols; ++col) {
            const auto free = [&](std::size_t r, std::size_t c) {
                return hatched[r * cols + c] && !done[r * cols + c];
            };
            if (!free(row, col))
                continue;
            // The widest run from here, then as many rows below as have all of it.
            std::size_t right = col;
            while (right < cols && free(row, right))
                ++right;
            std::size_t bottom = row;
            const auto whole = [&](std::size_t r) {
                for (std::size_t c = col; c < right; ++c) {
                    if (!free(r, c))
                        return false;
                }
                return true;
            };
            for (; bottom < rows && whole(bottom); ++bottom)
                std::fill_n(done.begin() + static_cast<std::ptrdiff_t>(bottom * cols + col), right - col, true);
            hatch(QRectF(QPointF(grid.xEdges[col], grid.yEdges[row]), QPointF(grid.xEdges[right], grid.yEdges[bottom])),
                  step, lines);
        }
    }
    return lines;
}

} // namespace softscope
