// Zooming and panning of the region on screen, as pure functions of whole numbers of cells.
#pragma once

#include "core/scene/scene.h"

namespace softscope {

/// No zoom shows fewer rows or columns than this, unless the map has fewer.
inline constexpr Index smallestRegion = 4;

/// [0, rows) × [0, cols).
Region wholeRegion(Index rows, Index cols);

/// `now` made `factor` times as large (less than 1: closer) with the point (row, col), in cells and fractions of them,
/// kept in place as well as whole cells and the edges of `whole` allow. Keeps equal numbers of rows and columns equal.
Region zoomed(const Region& now, const Region& whole, double factor, double row, double col);

/// `start` moved by whole cells, stopping at the edges of `whole`.
Region panned(const Region& start, const Region& whole, Index rows, Index cols);

/// `now`, moved as little as needed to hold the cell (row, col).
Region including(const Region& now, const Region& whole, Index row, Index col);

} // namespace softscope
