// Between the cells of any map and the query and key that they belong to.
#pragma once

#include "core/engine/frame.h"

namespace softscope {

/// A place in tokens: −1 along an axis that the map at hand does not have.
struct TokenCell {
    Index query = -1, key = -1;
    bool operator==(const TokenCell&) const = default;
};

/// A place in one map: its own row and column, −1 for none.
struct MapCell {
    Index row = -1, col = -1;
    bool operator==(const MapCell&) const = default;
};

/// Where a query and a key lie in this map. Row Jacobian: the key's own diagonal cell.
MapCell cellIn(MapName map, const TokenCell& tokens);
/// The tokens of a map's cell. Row Jacobian: the key of the column.
TokenCell tokensOf(MapName map, const MapCell& cell);

} // namespace softscope
