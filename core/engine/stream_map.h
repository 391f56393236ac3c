// A part of a map at full size, in memory linear in n.
#pragma once

#include "core/engine/evaluate.h"

namespace softscope {

/// As streamMap() without a part, for the rows and columns of `part` only; `take` gets the first row's number in the
/// whole map. Throws std::invalid_argument where the part is empty or not inside the map.
void streamMap(const Head& head, const LogitOptions& options, MapName map, Index selectedRow, const Region& part,
               const Compute& compute, const std::function<void(Index firstRow, const MatrixF& rows)>& take);

} // namespace softscope
