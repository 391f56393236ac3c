#include "ui/evaluate_scene.h"

#include "core/base/error.h"
#include "core/base/parallel.h"
#include "core/base/resources.h"
#include "core/engine/map_region.h"
#include "core/scene/validate.h"

#include <algorithm>
#include <chrono>
#include <functional>
#include <utility>

namespace softscope {

namespace {

bool isVector(MapName map) {
    return map == MapName::q || map == MapName::k || map == MapName::v;
}

/// Whether a map with the scale and the same one without it are coloured by one range in compare. Logits differ by the
/// scale itself: one range would only repeat that.
bool sharesRange(MapName map) {
    return map != MapName::scaled;
}

MapRequest requestFor(MapName map, const Head& head, const Scene& scene, const CellBudget& budget) {
    return {map, mapRegion(map, head, scene.view.region), budget.rows, budget.cols, scene.view.reduce};
}

bool answers(const Map& map, const MapRequest& request) {
    return map.name == request.map && map.region == request.region &&
           map.poolRows == poolSize(request.region.rows(), request.maxRows) &&
           map.poolCols == poolSize(request.region.cols(), request.maxCols) &&
           (map.exact() || map.reduce == request.reduce);
}

/// The frame that a map on screen is of.
const Frame& frameOf(const Shown& shown, std::size_t map) {
    if (!shown.scene.view.compare)
        return shown.frame;
    const bool upper = map < 3;
    return upper == shown.frameIsScaled ? shown.frame : shown.other;
}

/// One of the two softmaxes: what is known of it and what must be computed.
struct Half {
    Pass pass;
    Frame frame;
    std::array<std::optional<Map>, 3> maps;
    bool shows = true; // its maps are on screen

    bool complete() const { return !pass.rows && !pass.selected && pass.maps.empty(); }
    void take(Frame fresh);
};

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
    frame.backend = std::move(fresh.backend);
    frame.milliseconds = fresh.milliseconds;
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

/// `last` is null or has the same head.
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

/// Both in one pass over the scores where both lack something.
void complete(const Head& head, Half& own, Half& other, const Compute& compute) {
    std::vector<Half*> lacking;
    std::vector<Pass> passes;
    for (Half* half : {&own, &other}) {
        if (!half->complete()) {
            lacking.push_back(half);
            passes.push_back(half->pass);
        }
    }
    if (passes.empty())
        return;
    std::vector<Frame> frames = evaluate(head, passes, compute);
    for (std::size_t i = 0; i < lacking.size(); ++i)
        lacking[i]->take(std::move(frames.at(i)));
}

/// The colours of a locked place under the display at hand: the ends stay, norm and colour map may have changed.
ColorScale lockedScale(const ColorScale& locked, Display display, const Map& map) {
    const Map* const maps[] = {&map};
    const Colormap colormap = display.colormap == Colormap::automatic ? colormapFor(map.name) : display.colormap;
    if (locked.norm == display.norm && locked.colormap == colormap)
        return locked;
    display.range = {RangeKind::fixed, 0, locked.low, locked.high};
    return colorScale(display, maps);
}

/// Colour scales for the maps of one place; `lower` is null without compare.
void scalePlace(const Display& display, const std::optional<RangeLock>& lock, ShownMap& upper, ShownMap* lower) {
    const bool locked = lock && lock->map == upper.map.name;
    const bool shared = sharesRange(upper.map.name);
    const std::array<const Map*, 2> maps{&upper.map, lower ? &lower->map : nullptr};
    const std::span<const Map* const> both(maps.data(), lower ? 2 : 1);
    if (locked)
        upper.picture.scale = lockedScale(lock->scale, display, upper.map);
    else
        upper.picture.scale = colorScale(display, shared ? both : both.first(1));
    if (!lower)
        return;
    if (shared)
        lower->picture.scale = upper.picture.scale;
    else if (locked && lock->lower)
        lower->picture.scale = lockedScale(*lock->lower, display, lower->map);
    else
        lower->picture.scale = colorScale(display, both.last(1));
}

/// The pictures, and beside them what else is made of a frame.
void renderMaps(Shown& shown, const SceneRequest& request, const std::stop_token& stop,
                const std::function<void()>& beside) {
    for (std::size_t place = 0; place < 3; ++place) {
        ShownMap* const lower = shown.scene.view.compare ? &shown.maps.at(place + 3) : nullptr;
        scalePlace(shown.scene.view.places[place].display, request.locks[place], shown.maps.at(place), lower);
    }
    parallelFor(Index(shown.maps.size()) + 1, 0, stop, [&](Index i) {
        if (i == 0)
            return beside();
        ShownMap& map = shown.maps[std::size_t(i - 1)];
        map.picture = render(map.map, ColorScale(map.picture.scale));
    });
}

void takeMaps(Shown& shown, Half& half) {
    for (std::optional<Map>& map : half.maps)
        shown.maps.push_back({std::move(map).value(), {}});
}

/// The distribution depends on the head, QK-norm and the masks, and on nothing else.
bool sameDistribution(const Shown& last, const LogitOptions& options) {
    return last.frame.options.masks == options.masks && last.frame.options.qkNorm == options.qkNorm;
}

} // namespace

RangeLock lockOf(const Shown& shown, int place) {
    const std::size_t at = std::size_t(place);
    RangeLock lock{shown.maps.at(at).map.name, shown.maps[at].picture.scale, std::nullopt};
    if (shown.scene.view.compare && !sharesRange(lock.map))
        lock.lower = shown.maps.at(at + 3).picture.scale;
    return lock;
}

bool fitsBudget(const Shown& shown, const CellBudget& budget) {
    return std::all_of(shown.maps.begin(), shown.maps.end(), [&](const ShownMap& shownMap) {
        return answers(shownMap.map, requestFor(shownMap.map.name, *shown.head, shown.scene, budget));
    });
}

HeadPointer SceneEvaluator::headFor(const Scene& scene, const FileState& file, const std::stop_token& stop) {
    if (m_last && m_lastFile == file && m_last->scene.source == scene.source && m_last->scene.edits == scene.edits)
        return m_last->head;
    return m_builder.build(scene.source, scene.edits, 0, stop);
}

std::shared_ptr<const TensorChoices> SceneEvaluator::choicesFor(const Source& source, const FileState& file) const {
    if (source.kind != SourceKind::tensors)
        return nullptr;
    const bool known =
        m_last && m_last->choices && m_lastFile == file && m_last->scene.source.tensors.path == source.tensors.path;
    return known ? m_last->choices
                 : std::make_shared<const TensorChoices>(tensorChoices(resolvePath(source.tensors.path)));
}

ShownPointer SceneEvaluator::evaluate(const SceneRequest& request, const std::stop_token& stop) {
    const auto begin = std::chrono::steady_clock::now();
    auto shown = std::make_shared<Shown>();
    shown->number = request.number;
    const FileState file = stateOf(request.scene.source);
    shown->head = headFor(request.scene, file, stop);
    const Head& head = *shown->head;
    shown->scene = fitted(request.scene, head.nQ(), head.nK());
    const Scene& scene = shown->scene;
    const Shown* last = m_last && m_last->head == shown->head ? m_last.get() : nullptr;
    shown->choices = choicesFor(scene.source, file);

    Half own = plan(last, head, scene, scene.softmax, request.budget, true);
    Half other = plan(last, head, scene, withOtherScale(scene.softmax), request.budget, scene.view.compare);
    std::shared_ptr<const MatrixF> upstream;
    if (needsUpstream(own) || needsUpstream(other))
        upstream = upstreamOf(scene, head);
    complete(head, own, other, {upstream.get(), 0, stop});

    shown->frame = std::move(own.frame);
    shown->other = std::move(other.frame);
    shown->frameIsScaled = scene.softmax.scale.kind != ScaleKind::none;
    if (scene.view.compare) {
        takeMaps(*shown, shown->frameIsScaled ? own : other);
        takeMaps(*shown, shown->frameIsScaled ? other : own);
    } else {
        takeMaps(*shown, own);
    }
    renderMaps(*shown, request, stop, [&] {
        shown->distribution = last && sameDistribution(*last, shown->frame.options)
                                  ? last->distribution
                                  : scoreDistribution(head, shown->frame.options, theoreticalVariance(scene.source));
        shown->summary = summarise(shown->frame.rows);
        shown->otherSummary = summarise(shown->other.rows);
        shown->sentence = liveSentence(head, shown->frame, shown->other, scene.softmax);
    });
    shown->milliseconds = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
    m_last = shown;
    m_lastFile = file;
    return shown;
}

} // namespace softscope
