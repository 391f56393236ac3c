// The exact numbers of one cell, gathered from what an evaluation holds. Nothing is computed that is not at hand.
#pragma once

#include "ui/heatmap/map_axes.h"
#include "ui/shown.h"

#include <optional>
#include <span>

namespace softscope {

/// Empty: not at hand (the maps on screen are pooled or do not show it), or not of this cell.
struct CellNumbers {
    std::optional<double> score, scaled, weight, jacobian;
    std::optional<double> entropy; ///< of the query's row; NaN where the masks left no key
    bool masked = false;           ///< the masks hide the key from the query
};

/// The maps on screen that belong to the scaled softmax (`upper`) or to the other one; all of them without compare.
std::span<const ShownMap> mapsOf(const Shown& shown, bool upper);
/// The frame that these maps are of.
const Frame& frameOf(const Shown& shown, bool upper);

/// From the selected row in full, the exact maps and the row statistics. Where only the logits are at hand, and they
/// are nothing but scaled scores, the score is the logit divided by the scale.
CellNumbers numbersAt(const Head& head, const Frame& frame, std::span<const ShownMap> maps, const TokenCell& cell);

/// The number of a map's cell (pooled: of the cell that holds it), where the map shows it.
std::optional<double> valueAt(const Map& map, const MapCell& cell);

} // namespace softscope
