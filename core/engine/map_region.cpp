#include "core/engine/map_region.h"

#include <algorithm>
#include <utility>

namespace softscope {

namespace {

/// At least one cell of [0, size).
std::pair<Index, Index> inside(Index begin, Index end, Index size) {
    begin = std::clamp<Index>(begin, 0, std::max<Index>(size - 1, 0));
    return {begin, std::clamp<Index>(end, std::min(begin + 1, size), size)};
}

std::pair<Index, Index> along(Axis axis, const Region& view, Index size) {
    switch (axis) {
    case Axis::query:
        return inside(view.rowBegin, view.rowEnd, size);
    case Axis::key:
        return inside(view.colBegin, view.colEnd, size);
    case Axis::dimension:
        break;
    }
    return {0, size};
}

} // namespace

Region mapRegion(MapName map, const Head& head, const std::optional<Region>& view) {
    const Region whole = wholeMap(map, head);
    if (!view)
        return whole;
    const auto [rowBegin, rowEnd] = along(rowAxis(map), *view, whole.rowEnd);
    const auto [colBegin, colEnd] = along(columnAxis(map), *view, whole.colEnd);
    return {rowBegin, rowEnd, colBegin, colEnd};
}

Index poolSize(Index length, Index most) {
    return most <= 0 ? 1 : (length + most - 1) / most;
}

bool isStreamed(MapName map) {
    return map <= MapName::jacobianDiagonal || map == MapName::output;
}

bool isGradient(MapName map) {
    return map == MapName::gradQ || map == MapName::gradK || map == MapName::gradV;
}

} // namespace softscope
