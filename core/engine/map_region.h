// Which part of a map a view shows, and what an evaluation has to know of it.
#pragma once

#include "core/engine/frame.h"

#include <optional>

namespace softscope {

/// The region of `map` that goes with a region of the [n_q × n_k] maps: an axis of queries shows the region's rows, an
/// axis of keys its columns, an axis of dimensions everything. Brought inside the map; the whole map without a region.
Region mapRegion(MapName map, const Head& head, const std::optional<Region>& view);

/// How many of `length` rows or columns become one cell, so that there are at most `most` cells; most ≤ 0: one.
Index poolSize(Index length, Index most);

/// n_q × n_k maps and the output: those that the streaming pass makes, row by row of the queries.
bool isStreamed(MapName map);
/// One of the gradients of the loss: the maps that depend on G.
bool isGradient(MapName map);

} // namespace softscope
