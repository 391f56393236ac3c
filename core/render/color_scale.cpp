#include "core/render/color_scale.h"

#include "core/render/color_index.h"

namespace softscope {
namespace {

double inverseSymlog(double place, double linear) {
    const double size = std::abs(place);
    return size <= 1 ? place * linear : std::copysign(linear * std::exp(size - 1), place);
}

} // namespace

double ColorScale::position(double value) const {
    return withColorIndex(*this, [value](const auto& index) { return index.position(value); });
}

double ColorScale::value(double position) const {
    if (position <= 0)
        return low;
    if (position >= 1)
        return high;
    switch (norm) {
    case NormKind::log:
        return std::clamp(std::exp(std::log(low) * (1 - position) + std::log(high) * position), low, high);
    case NormKind::symlog: {
        const double first = transformed<NormKind::symlog>(low, linear);
        const double last = transformed<NormKind::symlog>(high, linear);
        return std::clamp(inverseSymlog(first * (1 - position) + last * position, linear), low, high);
    }
    default:
        return low * (1 - position) + high * position;
    }
}

std::uint32_t ColorScale::color(float value) const {
    if (std::isnan(value))
        return 0;
    if (std::isinf(value))
        return value < 0 ? minusInfinityColor : plusInfinityColor;
    return withColorIndex(*this, [&](const auto& index) { return colors(colormap)[index(value)]; });
}

} // namespace softscope
