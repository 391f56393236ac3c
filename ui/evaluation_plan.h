// What an evaluation has to compute: that which the last result does not have.
#pragma once

#include "core/engine/evaluate.h"
#include "ui/shown.h"

#include <array>
#include <optional>
#include <span>

namespace softscope {

MapRequest requestFor(MapName map, const Head& head, const Scene& scene, const CellBudget& budget);
/// Whether a map is what the request would give again, of the same numbers.
bool answers(const Map& map, const MapRequest& request);

/// One of the two softmaxes: what is known of it and what must be computed.
struct Half {
    Pass pass;
    Frame frame;
    std::array<std::optional<Map>, 3> maps;
    bool shows = true; // its maps are on screen

    bool complete() const { return !pass.rows && !pass.selected && pass.maps.empty(); }
    void take(Frame fresh);
};

/// `last` is null or has the same head.
Half plan(const Shown* last, const Head& head, const Scene& scene, const Softmax& softmax, const CellBudget& budget,
          bool shows);
bool needsUpstream(const Half& half);
/// The query rows that a pass looks at.
Index rowsOf(const Pass& pass, const Head& head);
/// `pass` over some rows only, with maps that have a row of cells for each; for the selected row alone where there are
/// none.
Pass firstPass(Pass pass, Index most);

/// Computes what these halves lack, in one pass over the scores. Throws as evaluate() does.
void computeLacking(const Head& head, std::span<Half* const> lacking, const Compute& how);

} // namespace softscope
