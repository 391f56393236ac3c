// Which labels of an axis can stand beside their cells without touching.
#pragma once

#include "ui/heatmap/cell_layout.h"

#include <vector>

namespace softscope {

/// One axis of a map on screen: tokens [begin, end), `pool` of them a cell.
struct LabelAxis {
    CellLayout layout;
    Index begin = 0, end = 0;
    Index pool = 1;
    /// The cell that holds a token, −1 outside.
    Index cellOf(Index token) const;
    /// The middle of a token's cell in device pixels.
    double centerOf(Index token) const;
    bool operator==(const LabelAxis&) const = default;
};

/// The tokens whose labels are shown, ascending: at least `extent` device pixels apart, `selected` (−1: none) always
/// among them where it is on screen. Numbered axes thin out to round steps: 2, 5, 10, 20…
std::vector<Index> visibleLabels(const LabelAxis& axis, double extent, Index selected, bool numbered);

} // namespace softscope
