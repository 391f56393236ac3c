// Zooming and panning of the region on screen, as pure functions of whole numbers of cells.
#pragma once

#include "core/scene/scene.h"

namespace softscope {

/// No zoom shows fewer rows or columns than this, unless the map has fewer.
inline constexpr Index smallestRegion = 4;

/// [0, rows) × [0, cols).
Region wholeRegion(Index rows, Index cols);

/// A point that a zoom keeps in place: where it is in cells and fractions of them, and its share of the way across the
/// picture (0: left or top). The two are told apart because whole cells round: a slow zoom would else creep away.
struct ZoomAnchor {
    double row = 0, col = 0;
    double rowShare = 0.5, colShare = 0.5;
};
/// The point (row, col) where `region` fills the picture.
ZoomAnchor anchorIn(const Region& region, double row, double col);

/// `now` made `factor` times as large (less than 1: closer) with the anchor kept in place as well as whole cells and
/// the edges of `whole` allow. Keeps equal numbers of rows and columns equal.
Region zoomed(const Region& now, const Region& whole, double factor, const ZoomAnchor& anchor);

/// `start` moved by whole cells, stopping at the edges of `whole`.
Region panned(const Region& start, const Region& whole, Index rows, Index cols);

/// `now`, moved as little as needed to hold the cell (row, col).
Region including(const Region& now, const Region& whole, Index row, Index col);

} // namespace softscope
