#include "core/render/picture.h"

#include "core/render/color_index.h"

#include <limits>

namespace softscope {
namespace {

std::uint32_t specialColor(float value, Picture& picture) {
    if (std::isnan(value)) {
        ++picture.nans;
        return 0;
    }
    if (value < 0) {
        ++picture.minusInfinities;
        return minusInfinityColor;
    }
    ++picture.plusInfinities;
    return plusInfinityColor;
}

template <NormKind norm>
void paint(Picture& picture, const float* cells, const ColorIndex<norm>& index) {
    const auto table = colors(picture.scale.colormap);
    const double low = picture.scale.low, high = picture.scale.high;
    bool below = false, above = false;
    for (std::uint32_t& pixel : picture.pixels) {
        const float value = *cells++;
        if (!(std::abs(value) <= std::numeric_limits<float>::max())) {
            pixel = specialColor(value, picture);
            continue;
        }
        below |= value < low;
        above |= value > high;
        pixel = table[index(value)];
    }
    picture.clippedLow = below;
    picture.clippedHigh = above;
}

} // namespace

Picture render(const Map& map, const ColorScale& scale) {
    Picture picture;
    picture.width = map.cells.cols();
    picture.height = map.cells.rows();
    picture.scale = scale;
    picture.pixels.resize(static_cast<std::size_t>(map.cells.size()));
    withColorIndex(scale, [&](const auto& index) { paint(picture, map.cells.data(), index); });
    return picture;
}

} // namespace softscope
