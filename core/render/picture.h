// Map → pixels: norm, range, colour map. One pixel a cell; whoever paints it enlarges it without smoothing.
#pragma once

#include "core/engine/frame.h"
#include "core/render/color_scale.h"

#include <vector>

namespace softscope {

struct Picture {
    Index width = 0, height = 0;
    std::vector<std::uint32_t>
        pixels; ///< 0xAARRGGBB, premultiplied, row by row. NaN is 0 (transparent: hatched beneath)
    ColorScale scale;
    Index nans = 0, minusInfinities = 0, plusInfinities = 0; ///< cells of each kind
    bool clippedLow = false, clippedHigh = false;            ///< finite cells lie beyond the ends
};

/// `scale` from colorScale() below, or a shared or locked one.
Picture render(const Map& map, const ColorScale& scale);

/// The scale that a display asks for, from the finite cells of all maps given (more than one: a shared range).
ColorScale colorScale(const Display& display, std::span<const Map* const> maps);

} // namespace softscope
