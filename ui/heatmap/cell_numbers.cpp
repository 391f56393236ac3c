#include "ui/heatmap/cell_numbers.h"

#include "ui/heatmap/masked_cells.h"

#include <cmath>

namespace softscope {

namespace {

std::optional<double> at(const VectorF& values, Index i) {
    return i >= 0 && i < values.size() ? std::optional<double>(double(values[i])) : std::nullopt;
}

void takeMap(CellNumbers& numbers, const Map& map, const TokenCell& cell) {
    std::optional<double>* target = nullptr;
    if (map.name == MapName::scores)
        target = &numbers.score;
    else if (map.name == MapName::scaled)
        target = &numbers.scaled;
    else if (map.name == MapName::weights)
        target = &numbers.weight;
    else if (map.name == MapName::jacobian)
        target = &numbers.jacobian;
    if (target != nullptr && !*target && map.exact())
        *target = valueAt(map, {cell.query, cell.key});
}

/// The score from the logit, where that is the score times the scale.
void takeScale(CellNumbers& numbers, const Head& head, const LogitOptions& options) {
    if (options.softcap || options.logLength || head.bias || options.scale == 0)
        return;
    if (!numbers.score && numbers.scaled && std::isfinite(*numbers.scaled))
        numbers.score = *numbers.scaled / options.scale;
}

} // namespace

std::span<const ShownMap> mapsOf(const Shown& shown, bool upper) {
    const std::span<const ShownMap> all(shown.maps);
    if (all.size() <= 3)
        return all;
    return upper ? all.first(3) : all.subspan(3);
}

const Frame& frameOf(const Shown& shown, bool upper) {
    return shown.maps.size() <= 3 || upper == shown.frameIsScaled ? shown.frame : shown.other;
}

std::optional<double> valueAt(const Map& map, const MapCell& cell) {
    const Region& r = map.region;
    if (cell.row < r.rowBegin || cell.row >= r.rowEnd || cell.col < r.colBegin || cell.col >= r.colEnd)
        return std::nullopt;
    const Index i = (cell.row - r.rowBegin) / map.poolRows, j = (cell.col - r.colBegin) / map.poolCols;
    if (i >= map.cells.rows() || j >= map.cells.cols())
        return std::nullopt;
    return double(map.cells(i, j));
}

CellNumbers numbersAt(const Head& head, const Frame& frame, std::span<const ShownMap> maps, const TokenCell& cell) {
    CellNumbers numbers;
    if (cell.query >= 0 && std::size_t(cell.query) < frame.rows.size())
        numbers.entropy = frame.rows[std::size_t(cell.query)].entropy;
    if (cell.query < 0 || cell.key < 0)
        return numbers;
    numbers.masked = isMasked(head, frame.options, cell.query, cell.key);
    if (frame.selected && frame.selected->row == cell.query) {
        const RowDetail& row = *frame.selected;
        numbers.score = at(row.scores, cell.key);
        numbers.scaled = at(row.logits, cell.key);
        numbers.weight = at(row.weights, cell.key);
        numbers.jacobian = at(row.jacobian, cell.key);
        return numbers;
    }
    for (const ShownMap& shown : maps)
        takeMap(numbers, shown.map, cell);
    takeScale(numbers, head, frame.options);
    return numbers;
}

} // namespace softscope
