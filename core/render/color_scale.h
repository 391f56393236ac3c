// Norm and colour map together: number → colour, and the ticks of a colour bar.
#pragma once

#include "core/scene/scene.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace softscope {

/// −inf is drawn half transparent grey, +inf magenta, NaN not at all.
inline constexpr std::uint32_t minusInfinityColor = 0x80404040;
inline constexpr std::uint32_t plusInfinityColor = 0xFFFF00FF;

struct ColorScale {
    NormKind norm = NormKind::linear;
    Colormap colormap = Colormap::viridis; ///< never automatic
    double low = 0, high = 1;              ///< finite, low < high; for log low > 0
    double linear = 1;                     ///< symlog: linear between −linear and +linear

    /// Place on the colour map, 0 to 1, clipped; for finite values.
    double position(double value) const;
    /// The inverse: the value at a place.
    double value(double position) const;
    std::uint32_t color(float value) const; ///< 0xAARRGGBB
    bool operator==(const ColorScale&) const = default;
};

/// viridis for weights, magma for Jacobians, diverging for signed maps.
Colormap colormapFor(MapName map);
/// 256 colours, 0xFFRRGGBB, from low to high.
std::span<const std::uint32_t, 256> colors(Colormap colormap);

struct Tick {
    double value = 0;
    std::string text; ///< with a true minus sign
};
/// About `count` round values from low to high for a colour bar or an axis.
std::vector<Tick> ticks(const ColorScale& scale, int count);

} // namespace softscope
