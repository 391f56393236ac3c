// Which cells of a map the masks leave nothing in, so that a masked key is not taken for a weight of zero.
#pragma once

#include "core/engine/frame.h"

namespace softscope {

/// [cells of the map], true where every query and key of the cell is masked (for maps of one row a query: where every
/// query has no key). Empty where nothing is masked, and for maps that ignore the mask or show it themselves. Cells
/// that a dense mask or a bias hides are found where the map is exact. `selectedRow`: of the row Jacobian.
MatrixB maskedCells(const Map& map, const Frame& frame, const Head& head, Index selectedRow);

/// The masks leave this query without this key.
bool isMasked(const Head& head, const LogitOptions& options, Index query, Index key);

} // namespace softscope
