// What is painted over the cells of one map: selection, crosshair, marks of infinite cells.
#pragma once

#include "core/render/picture.h"
#include "ui/heatmap/cell_layout.h"
#include "ui/heatmap/map_axes.h"

#include <QPainter>

namespace softscope {

/// All in cells of the picture and device pixels.
struct HeatmapOverlay {
    CellLayout rows, cols;
    MapCell selected, hovered; ///< −1: none along that axis
    int line = 1;              ///< thickness of a thin line
    QColor accent;             ///< of the selected cell

    /// The pixels of a cell, of a whole row where col is −1, of a whole column where row is −1.
    QRect rectOf(const MapCell& cell) const;
    void paint(QPainter& painter) const;
    /// "∞" and "−∞" in the infinite cells, where they are large enough to hold them.
    void paintInfinities(QPainter& painter, const Picture& picture) const;
};

} // namespace softscope
