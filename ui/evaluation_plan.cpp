#include "ui/evaluation_plan.h"

#include "core/engine/map_region.h"
#include "ui/partial_maps.h"

#include <algorithm>
#include <utility>

namespace softscope {

namespace {

bool isVector(MapName map) {
    return map == MapName::q || map == MapName::k || map == MapName::v;
}

/// The frame that a map on screen is of.
const Frame& frameOf(const Shown& shown, std::size_t map) {
    if (!shown.scene.view.compare)
        return shown.frame;
    const bool upper = map < 3;
    return upper == shown.frameIsScaled ? shown.frame : shown.other;
}

/// The map on screen that answers a request under these options, or null. `last` has the same head.
const Map* knownMap(const Shown& last, const Scene& scene, const LogitOptions& options, const MapRequest& request) {
    if (request.map == MapName::rowJacobian && last.scene.selection.row != scene.selection.row)
        return nullptr;
    if (isGradient(request.map) && last.scene.upstream != scene.upstream)
        return nullptr;
    for (std::size_t i = 0; i < last.maps.size(); ++i) {
        const bool sameNumbers = isVector(request.map) || frameOf(last, i).options == options;
        if (sameNumbers && answers(last.maps[i].map, request))
            return &last.maps[i].map;
    }
    return nullptr;
}

const Frame* knownFrame(const Shown& last, const LogitOptions& options) {
    for (const Frame* frame : {&last.frame, &last.other}) {
        if (frame->options == options)
            return frame;
    }
    return nullptr;
}

} // namespace

MapRequest requestFor(MapName map, const Head& head, const Scene& scene, const CellBudget& budget) {
    return {map, mapRegion(map, head, scene.view.region), budget.rows, budget.cols, scene.view.reduce};
}

bool answers(const Map& map, const MapRequest& request) {
    return map.name == request.map && map.region == request.region &&
           map.poolRows == poolSize(request.region.rows(), request.maxRows) &&
           map.poolCols == poolSize(request.region.cols(), request.maxCols) &&
           (map.exact() || map.reduce == request.reduce);
}

void Half::take(Frame fresh) {
    std::size_t next = 0;
    for (std::optional<Map>& map : maps) {
        if (shows && !map)
            map = std::move(fresh.maps.at(next++));
    }
    fresh.maps.clear();
    if (pass.rows) {
        frame = std::move(fresh);
        return;
    }
    if (fresh.selected)
        frame.selected = std::move(fresh.selected);
    frame.options = std::move(fresh.options);
    frame.backend = std::move(fresh.backend);
    frame.device = std::move(fresh.device);
    frame.note = std::move(fresh.note);
    frame.milliseconds = fresh.milliseconds;
}

Half plan(const Shown* last, const Head& head, const Scene& scene, const Softmax& softmax, const CellBudget& budget,
          bool shows) {
    Half half;
    half.shows = shows;
    half.pass.options = resolve(softmax, head.dK());
    const Frame* known = last ? knownFrame(*last, half.pass.options) : nullptr;
    if (known)
        half.frame = *known;
    half.pass.rows = !known;
    if (!half.frame.selected || half.frame.selected->row != scene.selection.row)
        half.pass.selected = scene.selection.row;
    for (std::size_t place = 0; shows && place < half.maps.size(); ++place) {
        const MapRequest request = requestFor(scene.view.places[place].map, head, scene, budget);
        if (const Map* map = last ? knownMap(*last, scene, half.pass.options, request) : nullptr) {
            half.maps[place] = *map;
            continue;
        }
        half.pass.maps.push_back(request);
        if (request.map == MapName::rowJacobian)
            half.pass.selected = scene.selection.row;
    }
    return half;
}

bool needsUpstream(const Half& half) {
    return std::any_of(half.pass.maps.begin(), half.pass.maps.end(),
                       [](const MapRequest& request) { return isGradient(request.map); });
}

Index rowsOf(const Pass& pass, const Head& head) {
    if (pass.rows)
        return head.nQ();
    Index rows = pass.selected ? 1 : 0;
    for (const MapRequest& request : pass.maps)
        rows = std::max(rows, isStreamed(request.map) ? request.region.rows() : 0);
    return rows;
}

Pass firstPass(Pass pass, Index most) {
    pass.rows = false;
    for (MapRequest& request : pass.maps) {
        if (!isStreamed(request.map))
            continue;
        pass.only = middleRows(request.region, most);
        request.maxRows = std::ssize(pass.only);
    }
    if (pass.only.empty() && pass.selected)
        pass.only = {*pass.selected};
    return pass;
}

void computeLacking(const Head& head, std::span<Half* const> lacking, const Compute& how) {
    std::vector<Pass> passes;
    for (const Half* half : lacking)
        passes.push_back(half->pass);
    std::vector<Frame> frames = evaluate(head, passes, how);
    for (std::size_t i = 0; i < lacking.size(); ++i)
        lacking[i]->take(std::move(frames[i]));
}

} // namespace softscope
