// Picture → an opaque image in device pixels: cells enlarged without smoothing, composed with what lies beneath.
#pragma once

#include "core/render/picture.h"
#include "ui/heatmap/cell_layout.h"

#include <QColor>
#include <QImage>

namespace softscope {

struct CellColors {
    QColor background; ///< beneath half transparent cells
    QColor hatch;      ///< lines of the hatching beneath NaN cells
    int hatchStep = 6; ///< device pixels from line to line
    bool operator==(const CellColors&) const = default;
};

/// cols.pixels() × rows.pixels(), Format_RGB32. Cells where `masked` is true (empty: none) get the colour of −∞. Null
/// where there is nothing to show or the layouts are not of this picture.
QImage composeCells(const Picture& picture, const MatrixB& masked, const CellLayout& rows, const CellLayout& cols,
                    const CellColors& colors);

} // namespace softscope
