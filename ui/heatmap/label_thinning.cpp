#include "ui/heatmap/label_thinning.h"

#include <algorithm>
#include <cmath>

namespace softscope {

namespace {

/// The least of 1, 2, 5, 10, 20… that is not below `least`.
Index roundStep(Index least) {
    Index power = 1;
    while (power * 10 <= least)
        power *= 10;
    for (const Index digit : {1, 2, 5}) {
        if (digit * power >= least)
            return digit * power;
    }
    return 10 * power;
}

} // namespace

Index LabelAxis::cellOf(Index token) const {
    return token < begin || token >= end ? -1 : (token - begin) / pool;
}

double LabelAxis::centerOf(Index token) const {
    const Index cell = cellOf(token);
    return double(layout.edge(cell) + layout.edge(cell + 1)) / 2;
}

std::vector<Index> visibleLabels(const LabelAxis& axis, double extent, Index selected, bool numbered) {
    std::vector<Index> shown;
    const double tokenSize = axis.layout.cellSize() / double(axis.pool);
    if (axis.end <= axis.begin || tokenSize <= 0)
        return shown;
    const Index least = std::max(Index(std::ceil(extent / tokenSize - 1e-9)), axis.pool);
    const Index step = numbered ? roundStep(least) : (least + axis.pool - 1) / axis.pool * axis.pool;
    const Index first = numbered ? (axis.begin + step - 1) / step * step : axis.begin;
    const bool selectedHere = axis.cellOf(selected) >= 0;
    // Rounded edges may bring two labels half a pixel closer than their distance on average.
    const auto collides = [&](Index token) {
        return selectedHere && token != selected &&
               std::abs(axis.centerOf(token) - axis.centerOf(selected)) < extent - 1;
    };
    for (Index token = first; token < axis.end; token += step) {
        if (selectedHere && selected < token && (shown.empty() || shown.back() < selected))
            shown.push_back(selected);
        if (!collides(token))
            shown.push_back(token);
    }
    if (selectedHere && (shown.empty() || shown.back() < selected))
        shown.push_back(selected);
    return shown;
}

} // namespace softscope
