// A ColorScale made ready for many numbers: the transforms of its ends are taken once.
#pragma once

#include "core/render/color_scale.h"

#include <algorithm>
#include <cmath>

namespace softscope {

/// What is evenly spaced on the colour bar. Symlog is linear between −linear and +linear, logarithmic beyond, without a
/// kink where they meet. Linear is halved, so that high − low of the largest numbers does not overflow.
template <NormKind norm>
double transformed(double value, double linear) {
    if constexpr (norm == NormKind::log)
        return std::log(value);
    if constexpr (norm == NormKind::linear)
        return value / 2;
    const double size = std::abs(value) / linear;
    return size <= 1 ? value / linear : std::copysign(1 + std::log(size), value);
}

template <NormKind norm>
class ColorIndex {
public:
    explicit ColorIndex(const ColorScale& scale)
        : m_linear(scale.linear), m_low(transformed<norm>(scale.low, scale.linear)),
          m_range(transformed<norm>(scale.high, scale.linear) - m_low) {}

    /// Place on the colour map, 0 to 1, clipped; for finite values. ½ at both ends of a range without width.
    double position(double value) const {
        if (norm == NormKind::log && value <= 0)
            return 0;
        const double above = transformed<norm>(value, m_linear) - m_low;
        if (!(m_range > 0)) // ends so close that the norm cannot tell them apart
            return above > 0 ? 1 : above < 0 ? 0 : 0.5;
        const double place = above / m_range;
        return place > 0 ? std::min(place, 1.0) : 0; // 0 for a NaN too: no colour lies beyond the table
    }

    /// Which of the 256 colours; for finite values.
    std::size_t operator()(double value) const { return std::min(255, static_cast<int>(position(value) * 256)); }

private:
    double m_linear, m_low, m_range;
};

/// Calls `use` with the ColorIndex of this scale's norm.
template <typename Use>
auto withColorIndex(const ColorScale& scale, const Use& use) {
    switch (scale.norm) {
    case NormKind::log:
        return use(ColorIndex<NormKind::log>(scale));
    case NormKind::symlog:
        return use(ColorIndex<NormKind::symlog>(scale));
    default:
        return use(ColorIndex<NormKind::linear>(scale));
    }
}

} // namespace softscope
