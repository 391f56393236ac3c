#include "ui/heatmap/map_axes.h"

namespace softscope {

namespace {

Index along(Axis axis, const TokenCell& tokens) {
    switch (axis) {
    case Axis::query:
        return tokens.query;
    case Axis::key:
        return tokens.key;
    case Axis::dimension:
        break;
    }
    return -1;
}

void set(TokenCell& tokens, Axis axis, Index value) {
    if (axis == Axis::query)
        tokens.query = value;
    else if (axis == Axis::key)
        tokens.key = value;
}

} // namespace

MapCell cellIn(MapName map, const TokenCell& tokens) {
    return {along(rowAxis(map), tokens), along(columnAxis(map), tokens)};
}

TokenCell tokensOf(MapName map, const MapCell& cell) {
    TokenCell tokens;
    set(tokens, rowAxis(map), cell.row);
    set(tokens, columnAxis(map), cell.col);
    return tokens;
}

} // namespace softscope
