#include "ui/heatmap/cell_layout.h"

#include <algorithm>

namespace softscope {

CellLayout::CellLayout(Index cells, Index pixels, Index maxCell)
    : m_cells(std::max<Index>(cells, 0)), m_pixels(m_cells == 0 ? 0 : std::max<Index>(pixels, 0)) {
    if (m_cells == 0)
        return;
    if (maxCell > 0)
        m_pixels = std::min(m_pixels, m_cells * maxCell);
    const Index whole = m_pixels / m_cells * m_cells;
    if (8 * (m_pixels - whole) <= m_pixels)
        m_pixels = whole;
}

Index CellLayout::cellAt(Index pixel) const {
    if (pixel < 0 || pixel >= m_pixels)
        return -1;
    // The last cell whose edge, rounded down, is not beyond the pixel. Where there are more cells than pixels it is
    // the one that is painted last there.
    return ((pixel + 1) * m_cells - 1) / m_pixels;
}

} // namespace softscope
