// The colour maps as tables. viridis, cividis and magma are the published tables of their authors (S. van der Walt,
// N. Smith, E. Firing; J. Nuñez, C. Anderton, R. Renslow), given to the public domain (CC0).
#include "core/render/color_scale.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace softscope {
namespace {

using Table = std::array<std::uint32_t, 256>;

constexpr Table opaque(Table rgb) {
    for (std::uint32_t& color : rgb)
        color |= 0xFF000000;
    return rgb;
}

constexpr Table viridis = opaque({
#include "resources/colormaps/viridis.inc"
});
constexpr Table cividis = opaque({
#include "resources/colormaps/cividis.inc"
});
constexpr Table magma = opaque({
#include "resources/colormaps/magma.inc"
});

/// A colour in Oklab (B. Ottosson, 2020), where equal steps look about equal.
struct Oklab {
    double lightness, a, b;
};

std::uint32_t srgbByte(double linear) {
    const double x = std::clamp(linear, 0.0, 1.0);
    const double encoded = x <= 0.0031308 ? 12.92 * x : 1.055 * std::pow(x, 1 / 2.4) - 0.055;
    return static_cast<std::uint32_t>(std::lround(255 * encoded));
}

std::uint32_t srgb(const Oklab& color) {
    const double l = std::pow(color.lightness + 0.3963377774 * color.a + 0.2158037573 * color.b, 3);
    const double m = std::pow(color.lightness - 0.1055613458 * color.a - 0.0638541728 * color.b, 3);
    const double s = std::pow(color.lightness - 0.0894841775 * color.a - 1.2914855480 * color.b, 3);
    const std::uint32_t red = srgbByte(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s);
    const std::uint32_t green = srgbByte(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s);
    const std::uint32_t blue = srgbByte(-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s);
    return 0xFF000000 | red << 16 | green << 8 | blue;
}

/// Blue over light grey to red: on each arm the colour grows evenly and the lightness falls steadily from the middle,
/// equally on both, so that equal numbers of either sign weigh the same to the eye.
Table divergingTable() {
    constexpr Oklab middle{0.895, 0, 0}, blue{0.47, -0.015, -0.19}, red{0.47, 0.18, 0.085};
    Table table{};
    for (std::size_t i = 0; i < table.size(); ++i) {
        const double side = (static_cast<double>(i) - 127.5) / 127.5;
        const double reach = std::abs(side), chroma = std::pow(reach, 0.9), fall = std::pow(reach, 1.35);
        const Oklab& end = side < 0 ? blue : red;
        table[i] = srgb({middle.lightness + (end.lightness - middle.lightness) * fall, end.a * chroma, end.b * chroma});
    }
    return table;
}

} // namespace

Colormap colormapFor(MapName map) {
    switch (map) {
    case MapName::weights:
        return Colormap::viridis;
    case MapName::jacobian:
    case MapName::jacobianDiagonal:
        return Colormap::magma;
    default:
        return Colormap::diverging;
    }
}

std::span<const std::uint32_t, 256> colors(Colormap colormap) {
    static const Table diverging = divergingTable();
    switch (colormap) {
    case Colormap::cividis:
        return cividis;
    case Colormap::magma:
        return magma;
    case Colormap::diverging:
        return diverging;
    default:
        return viridis;
    }
}

} // namespace softscope
