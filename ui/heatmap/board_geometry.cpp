#include "ui/heatmap/board_geometry.h"

#include "ui/heatmap/heatmap_view.h"
#include "ui/heatmap/map_title.h"

#include <algorithm>
#include <cmath>

namespace softscope {

namespace {

constexpr int side = 12; // at the left and right edge
constexpr int betweenPlaces = 8;
constexpr int beforeBar = 4; // beyond the view's own margin
constexpr int betweenRows = 8;
constexpr int mostCell = 120;  // logical pixels: a map of one cell need not fill the window
constexpr int thinCell = 24;   // logical pixels: thin maps are thickened up to this
constexpr int leastBar = 64;   // logical pixels
constexpr int leastArea = 24;  // logical pixels, in a window too small for anything
constexpr int leastNames = 72; // logical pixels below a narrow map for its axis' name

struct CellSize {
    double row = 0, col = 0; // device pixels
};

/// The largest square cell that fits all maps; thin maps get thicker cells along their short side.
CellSize cellSize(std::span<const BoardShape> shapes, Index areaRows, Index areaCols, qreal ratio) {
    Index rows = 0, cols = 0;
    for (const BoardShape& shape : shapes) {
        rows = std::max(rows, shape.rows);
        if (!shape.dimensionCols)
            cols = std::max(cols, shape.cols);
    }
    if (rows == 0)
        return {};
    const Index most = Index(std::floor(mostCell * ratio));
    const bool byRows = cols == 0 || rows * areaCols >= cols * areaRows;
    const double size =
        byRows ? CellLayout(rows, areaRows, most).cellSize() : CellLayout(cols, areaCols, most).cellSize();
    const auto thickened = [&](Index cells, Index area) {
        const double quarter = double(area) / 4;
        if (cells == 0 || double(cells) * size >= quarter)
            return size;
        return std::max(std::min(std::floor(quarter / double(cells)), std::floor(thinCell * ratio)), size);
    };
    return {thickened(rows, areaRows), thickened(cols, areaCols)};
}

CellLayout layoutOf(Index cells, double size, Index area) {
    return {cells, std::min(Index(std::floor(double(cells) * size + 1e-6)), area)};
}

/// Columns of dimensions: as wide as a token where that leaves a map between half as wide and as wide as there is room.
CellLayout dimensionLayout(Index cells, double size, Index area, qreal ratio) {
    if (double(cells) * size >= double(area) / 2)
        return layoutOf(cells, size, area);
    return {cells, area / 2, std::max(Index(std::floor(thinCell * ratio)), Index(size))};
}

int toLogical(Index pixels, qreal ratio) {
    return int(std::ceil(double(pixels + 1) / ratio));
}

/// Logical pixels that each map has across, its labels at the left taking `labels` in all.
int areaWidth(int boardWidth, int labels, const BoardMetrics& metrics) {
    const int besides = 2 * side + 2 * betweenPlaces + labels;
    return std::max((boardWidth - besides) / 3 - 2 * HeatmapView::margin - beforeBar - metrics.bar, leastArea);
}

/// Logical pixels of the height that are no map's.
int besideMaps(int rows, const BoardMetrics& metrics) {
    const int titles = metrics.title + (rows - 1) * (betweenRows + metrics.lowerTitle);
    return metrics.readOut + metrics.columnLabels + titles;
}

} // namespace

int usefulHeight(int width, int rows, const BoardMetrics& metrics) {
    const int map = areaWidth(width, metrics.rowLabels, metrics) + 2 * HeatmapView::margin;
    return rows * map + besideMaps(rows, metrics);
}

CellBudget BoardGeometry::budget(bool square) const {
    // In steps, so that a window dragged by a pixel does not compute again.
    const auto stepped = [](Index pixels) { return std::max<Index>(pixels / 8 * 8, 16); };
    const Index least = std::min(areaRows, areaCols);
    return square ? CellBudget{stepped(least), stepped(least)} : CellBudget{stepped(areaRows), stepped(areaCols)};
}

BoardGeometry boardGeometry(const QSize& size, qreal ratio, std::span<const BoardShape> shapes,
                            const BoardMetrics& metrics) {
    BoardGeometry geometry;
    constexpr int margin = HeatmapView::margin;
    const int rowsOfMaps = shapes.size() > 3 ? 2 : 1;
    int labels[3] = {0, 0, 0};
    for (std::size_t i = 0; i < shapes.size(); ++i)
        labels[i % 3] = std::max(labels[i % 3], shapes[i].rowLabels ? metrics.rowLabels : 0);

    const int width = areaWidth(size.width(), labels[0] + labels[1] + labels[2], metrics);
    const int height = std::max((size.height() - besideMaps(rowsOfMaps, metrics)) / rowsOfMaps - 2 * margin, leastArea);
    geometry.areaRows = Index(std::floor(height * ratio)) - 1;
    geometry.areaCols = Index(std::floor(width * ratio)) - 1;
    geometry.readOut = {side, size.height() - metrics.readOut, std::max(size.width() - 2 * side, 0), metrics.readOut};

    const CellSize cell = cellSize(shapes, geometry.areaRows, geometry.areaCols, ratio);
    int top = 0, bottom = 0;
    int left = side;
    for (std::size_t i = 0; i < shapes.size(); ++i) {
        if (i == 3) {
            top = bottom + betweenRows;
            left = side;
        }
        left += labels[i % 3];
        const int title = i < 3 ? metrics.title : metrics.lowerTitle;
        const BoardShape& shape = shapes[i];
        BoardPlace place;
        place.rows = layoutOf(shape.rows, cell.row, geometry.areaRows);
        place.cols = shape.dimensionCols ? dimensionLayout(shape.cols, cell.row, geometry.areaCols, ratio)
                                         : layoutOf(shape.cols, cell.col, geometry.areaCols);
        place.view = {left, top + title, toLogical(place.cols.pixels(), ratio) + 2 * margin,
                      toLogical(place.rows.pixels(), ratio) + 2 * margin};
        place.barLength = std::max(int(std::floor(double(place.rows.pixels()) / ratio)), std::min(leastBar, height));
        const bool last = i / 3 + 1 == std::size_t(rowsOfMaps);
        const int barHeight = std::max(place.barLength + 2 * margin, place.view.height());
        // The legend of the last row has all the room below.
        place.bar = {place.view.right() + 1 + beforeBar, place.view.top(), metrics.bar,
                     last ? std::max(geometry.readOut.top() - place.view.top(), barHeight) : barHeight};
        place.title = {left + margin - MapTitle::pad, top, width + beforeBar + metrics.bar + MapTitle::pad, title};
        if (shape.rowLabels)
            place.rowLabels = {left - metrics.rowLabels, place.view.top(), metrics.rowLabels, place.view.height()};
        if (last)
            place.columnLabels = {left, place.view.bottom() + 1, std::max(place.view.width(), leastNames),
                                  metrics.columnLabels};
        bottom = std::max(bottom, place.view.top() + barHeight);
        left += 2 * margin + width + beforeBar + metrics.bar + betweenPlaces;
        geometry.places.push_back(place);
    }
    return geometry;
}

} // namespace softscope
