// The one rounding function between cells and pixels: paint, hover and export all use it.
#pragma once

#include "core/base/matrix.h"

namespace softscope {

/// `cells` cells of one size in at most `pixels` pixels along one axis. Cells are whole pixels wide unless that would
/// leave more than an eighth of the space empty; then edges are rounded and cells differ by one pixel.
class CellLayout {
public:
    CellLayout() = default;
    /// maxCell: no cell is wider than this (0: no limit).
    CellLayout(Index cells, Index pixels, Index maxCell = 0);

    Index cells() const { return m_cells; }
    Index pixels() const { return m_pixels; } ///< actually used
    /// First pixel of cell i; edge(cells()) == pixels().
    Index edge(Index i) const { return m_cells == 0 ? 0 : (i * m_pixels) / m_cells; }
    /// The cell at a pixel, −1 outside.
    Index cellAt(Index pixel) const;
    double cellSize() const { return m_cells == 0 ? 0 : double(m_pixels) / double(m_cells); }
    bool operator==(const CellLayout&) const = default;

private:
    Index m_cells = 0, m_pixels = 0;
};

} // namespace softscope
