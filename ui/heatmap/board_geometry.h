// Where everything on the board stands: pure arithmetic on sizes.
#pragma once

#include "ui/heatmap/cell_layout.h"
#include "ui/shown.h"

#include <QRect>

#include <span>
#include <vector>

namespace softscope {

/// One map to be placed, in cells.
struct BoardShape {
    Index rows = 0, cols = 0;
    bool dimensionCols = false; ///< its columns are no tokens: they may be of another width
    bool rowLabels = false;     ///< has labels of its own at its left
};

/// Logical pixels that the parts round a map need.
struct BoardMetrics {
    int title = 40;        ///< height of a title with its subtitle
    int lowerTitle = 18;   ///< height of the one line above a map of the second row
    int rowLabels = 64;    ///< width
    int columnLabels = 56; ///< height
    int bar = 64;          ///< width of a colour bar with its numbers
    int readOut = 24;      ///< height
};

struct BoardPlace {
    QRect title, rowLabels, view, columnLabels, bar;
    CellLayout rows, cols;
    int barLength = 0;
};

struct BoardGeometry {
    std::vector<BoardPlace> places;
    QRect readOut;
    /// Device pixels that a map has for its cells; `square`: as many along both axes.
    Index areaRows = 0, areaCols = 0;
    CellBudget budget(bool square) const;
};

/// Three maps in a row, six in two rows, in `size` logical pixels at `ratio` device pixels each. All token cells are of
/// one size: the largest that fits every map. They are square unless a map would be a thin line.
BoardGeometry boardGeometry(const QSize& size, qreal ratio, std::span<const BoardShape> shapes,
                            const BoardMetrics& metrics);

/// The height at which square maps in `rows` rows are as wide as `width` logical pixels let them be.
int usefulHeight(int width, int rows, const BoardMetrics& metrics);

} // namespace softscope
