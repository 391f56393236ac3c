// Maps of a long sequence while they are on their way.
#pragma once

#include "core/engine/evaluate.h"

namespace softscope {

/// The middle row of each group of the region's rows that makes a row of cells, when there are at most `most` of them.
std::vector<Index> middleRows(const Region& region, Index most);

/// What is there of a map, with rows of cells that are not there yet taken from a coarser map of the same region.
Map filledIn(const PartialMap& partial, const Map& coarse);

} // namespace softscope
