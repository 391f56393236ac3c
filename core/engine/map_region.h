// Which part of a map a view shows.
#pragma once

#include "core/engine/frame.h"

#include <optional>

namespace softscope {

/// The region of `map` that goes with a region of the [n_q × n_k] maps: an axis of queries shows the region's rows, an
/// axis of keys its columns, an axis of dimensions everything. Brought inside the map; the whole map without a region.
Region mapRegion(MapName map, const Head& head, const std::optional<Region>& view);

} // namespace softscope
