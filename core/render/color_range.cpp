// Which numbers the ends of a colour map stand for.
#include "core/render/picture.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace softscope {
namespace {

constexpr double symlogShare = 1e-3; // the linear part of symlog, as a share of the largest size

struct Ends {
    double low, high;
};

/// What the finite cells of all maps have to say.
struct Extent {
    double min = std::numeric_limits<double>::infinity(), max = -min;
    double minPositive = min;
    bool empty() const { return min > max; }
};

template <typename Take>
void forFiniteCells(std::span<const Map* const> maps, const Take& take) {
    for (const Map* map : maps) {
        const float* cells = map->cells.data();
        for (Index i = 0; i < map->cells.size(); ++i) {
            if (std::isfinite(cells[i]))
                take(cells[i]);
        }
    }
}

Extent extentOf(std::span<const Map* const> maps) {
    constexpr float infinity = std::numeric_limits<float>::infinity();
    float min = infinity, max = -infinity, minPositive = infinity;
    for (const Map* map : maps) {
        const float* const cells = map->cells.data();
        const Index count = map->cells.size();
        // Every comparison with NaN is false, so NaN and infinities are left out without a branch.
#pragma omp simd reduction(min : min, minPositive) reduction(max : max)
        for (Index i = 0; i < count; ++i) {
            const float value = cells[i];
            const float low = value > -infinity ? value : infinity, high = value < infinity ? value : -infinity;
            const float positive = value > 0 ? value : infinity;
            min = low < min ? low : min;
            max = high > max ? high : max;
            minPositive = positive < minPositive ? positive : minPositive;
        }
    }
    return {min, max, minPositive};
}

/// The numbers at `percent` % from each end of the sorted finite cells (the positive ones for log).
Extent percentiles(std::span<const Map* const> maps, double percent, bool positiveOnly) {
    std::vector<float> values;
    forFiniteCells(maps, [&](float value) {
        if (value > 0 || !positiveOnly)
            values.push_back(value);
    });
    if (values.empty())
        return {};
    const double last = static_cast<double>(values.size() - 1);
    const auto cut = static_cast<std::ptrdiff_t>(std::lround(last * std::clamp(percent, 0.0, 50.0) / 100));
    const auto low = values.begin() + cut, high = values.end() - 1 - cut;
    std::nth_element(values.begin(), low, values.end());
    const double min = *low;
    // An even count cut at 50 % makes the two cross by one.
    std::nth_element(values.begin(), high, values.end());
    const double max = std::max<double>(min, *high);
    return {min, max, min > 0 ? min : max};
}

Ends logEnds(const Extent& extent) {
    if (extent.empty() || extent.max <= 0)
        return {0.1, 1};
    const double low = std::min(extent.minPositive, extent.max);
    return low < extent.max ? Ends{low, extent.max} : Ends{extent.max / 10, extent.max};
}

/// Symmetric about 0 for a diverging colour map; from 0 up where nothing is below it; else from least to largest.
Ends linearEnds(const Extent& extent, bool diverging, bool fromZero) {
    if (extent.empty())
        return diverging ? Ends{-1, 1} : Ends{0, 1};
    if (diverging) {
        const double size = std::max(std::abs(extent.min), std::abs(extent.max));
        return size > 0 ? Ends{-size, size} : Ends{-1, 1};
    }
    if (fromZero && extent.min >= 0)
        return extent.max > 0 ? Ends{0, extent.max} : Ends{0, 1};
    if (extent.min < extent.max)
        return {extent.min, extent.max};
    const double around = extent.min != 0 ? std::abs(extent.min) / 2 : 1;
    return {extent.min - around, extent.min + around};
}

/// The ends asked for, mended where the norm cannot have them.
Ends fixedEnds(const Range& range, NormKind norm, std::span<const Map* const> maps) {
    Ends ends{std::min(range.low, range.high), std::max(range.low, range.high)};
    if (norm == NormKind::log && ends.low <= 0) {
        const Ends automatic = logEnds(extentOf(maps));
        if (ends.high <= 0)
            return automatic;
        ends.low = automatic.low < ends.high ? automatic.low : ends.high / 1000;
        if (ends.low <= 0) // there is no smaller number
            return automatic;
    }
    return ends.low < ends.high ? ends : linearEnds({ends.low, ends.low, ends.low}, false, false);
}

Ends endsFor(const Display& display, Colormap colormap, std::span<const Map* const> maps) {
    const bool log = display.norm == NormKind::log, diverging = colormap == Colormap::diverging;
    if (display.range.kind == RangeKind::fixed)
        return fixedEnds(display.range, display.norm, maps);
    if (display.range.kind == RangeKind::percentile) {
        const Extent cut = percentiles(maps, display.range.percentile, log);
        // A map that is nearly all one number has nothing between its percentiles: then the whole range it is.
        if (!cut.empty() && (cut.min < cut.max || (diverging && !log && cut.max != 0)))
            return log ? Ends{cut.min, cut.max} : linearEnds(cut, diverging, false);
    }
    const Extent extent = extentOf(maps);
    const bool isUnsigned = !maps.empty() && colormapFor(maps.front()->name) != Colormap::diverging;
    return log ? logEnds(extent) : linearEnds(extent, diverging, isUnsigned);
}

} // namespace

ColorScale colorScale(const Display& display, std::span<const Map* const> maps) {
    ColorScale scale;
    scale.norm = display.norm;
    scale.colormap = display.colormap;
    if (scale.colormap == Colormap::automatic) {
        scale.colormap = colormapFor(maps.empty() ? MapName::weights : maps.front()->name);
        // A logarithm has no middle to diverge from.
        if (display.norm == NormKind::log && scale.colormap == Colormap::diverging)
            scale.colormap = Colormap::viridis;
    }
    const Ends ends = endsFor(display, scale.colormap, maps);
    scale.low = ends.low;
    scale.high = ends.high;
    // Not 0, however small the ends: symlog divides by it.
    scale.linear =
        std::max(std::max(std::abs(ends.low), std::abs(ends.high)) * symlogShare, std::numeric_limits<double>::min());
    return scale;
}

} // namespace softscope
