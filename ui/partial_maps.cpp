#include "ui/partial_maps.h"

#include "core/engine/map_region.h"

#include <algorithm>

namespace softscope {

std::vector<Index> middleRows(const Region& region, Index most) {
    const Index step = poolSize(region.rows(), most);
    std::vector<Index> rows;
    for (Index begin = region.rowBegin; begin < region.rowEnd; begin += step)
        rows.push_back(std::min(begin + step / 2, region.rowEnd - 1));
    return rows;
}

Map filledIn(const PartialMap& partial, const Map& coarse) {
    Map map = partial.map;
    for (Index cell = 0; cell < map.cells.rows(); ++cell) {
        if (partial.rows[static_cast<std::size_t>(cell)] > 0)
            continue;
        const Index row = std::min(cell * map.poolRows + map.poolRows / 2, map.region.rows() - 1);
        map.cells.row(cell) = coarse.cells.row(row / coarse.poolRows);
    }
    return map;
}

} // namespace softscope
