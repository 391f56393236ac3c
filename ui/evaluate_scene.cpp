#include "ui/evaluate_scene.h"

#include "core/base/error.h"
#include "core/base/parallel.h"
#include "core/base/resources.h"
#include "core/engine/map_region.h"
#include "core/scene/validate.h"
#include "ui/partial_maps.h"

#include <algorithm>
#include <chrono>
#include <functional>
#include <utility>

namespace softscope {

namespace {

using namespace std::chrono_literals;

constexpr double longerThan = 14;    // milliseconds: then a first picture comes before
constexpr double firstPicture = 6;   // milliseconds for its rows
constexpr Index leastFirstRows = 24; // however long they take
constexpr auto betweenPictures = 150ms;

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
    frame.options = std::move(fresh.options);
    frame.backend = std::move(fresh.backend);
    frame.device = std::move(fresh.device);
    frame.note = std::move(fresh.note);
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
void renderMaps(Shown& shown, const SceneRequest& request, const Compute& compute,
                const std::function<void()>& beside) {
    for (std::size_t place = 0; place < 3; ++place) {
        ShownMap* const lower = shown.scene.view.compare ? &shown.maps.at(place + 3) : nullptr;
        scalePlace(shown.scene.view.places[place].display, request.locks[place], shown.maps.at(place), lower);
    }
    parallelFor(Index(shown.maps.size()) + 1, compute.threads, compute.stop, [&](Index i) {
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

/// Frames and maps of both halves, which give theirs away.
void takeHalves(Shown& shown, Half own, Half other) {
    shown.frame = std::move(own.frame);
    shown.other = std::move(other.frame);
    if (shown.scene.view.compare) {
        takeMaps(shown, shown.frameIsScaled ? own : other);
        takeMaps(shown, shown.frameIsScaled ? other : own);
    } else {
        takeMaps(shown, own);
    }
}

/// The query rows that a pass looks at.
Index rowsOf(const Pass& pass, const Head& head) {
    if (pass.rows)
        return head.nQ();
    Index rows = pass.selected ? 1 : 0;
    for (const MapRequest& request : pass.maps)
        rows = std::max(rows, isStreamed(request.map) ? request.region.rows() : 0);
    return rows;
}

/// `pass` over some rows only, with maps that have a row of cells for each; for the selected row alone where there are
/// none.
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

/// One evaluation on its way.
struct SceneEvaluator::Work {
    const SceneRequest& request;
    const std::stop_token& stop;
    const Show& show;
    const Shown* last = nullptr; ///< null or of the same head
    std::chrono::steady_clock::time_point began = std::chrono::steady_clock::now();
    Shown base{}; ///< scene and head, no numbers
    Half own{}, other{};
    std::shared_ptr<const MatrixF> upstream = nullptr;
    Index rows = 0;                ///< to look at
    double size = 0;               ///< as Pace counts it
    int steps = 0;                 ///< shown so far
    Half firstOwn{}, firstOther{}; ///< of the first picture
    std::chrono::steady_clock::time_point shownAt = began;

    double elapsed() const {
        return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - began).count();
    }
    std::vector<Half*> lacking() {
        std::vector<Half*> halves;
        for (Half* half : {&own, &other}) {
            if (!half->complete())
                halves.push_back(half);
        }
        return halves;
    }
};

/// Everything that is made of frames and maps.
void SceneEvaluator::finish(Shown& shown, const Work& work, int threads) const {
    renderMaps(shown, work.request, {nullptr, threads, work.stop, {}}, [&] {
        if (work.last && sameDistribution(*work.last, shown.frame.options))
            shown.distribution = work.last->distribution;
        else if (threads == 0 && shown.distribution.scores == 0)
            shown.distribution =
                scoreDistribution(*shown.head, shown.frame.options, theoreticalVariance(shown.scene.source));
        shown.summary = summarise(shown.frame.rows);
        shown.otherSummary = summarise(shown.other.rows);
        shown.sentence = shown.frame.rows.empty()
                             ? partialSentence(shown.coverage.rows, shown.coverage.of)
                             : liveSentence(*shown.head, shown.frame, shown.other, shown.scene.softmax);
    });
    shown.milliseconds = work.elapsed();
}

/// The rows that can be looked at in about a frame of the screen, no more than it has places for.
void SceneEvaluator::showFirst(Work& work) {
    const Head& head = *work.base.head;
    const Index most = std::clamp<Index>(Index(m_pace.workIn(firstPicture) / (work.size / double(work.rows))),
                                         leastFirstRows, std::max(work.request.budget.rows, leastFirstRows));
    work.firstOwn = work.own;
    work.firstOther = work.other;
    Index rows = 0;
    std::vector<Half*> lacking;
    std::vector<Pass> passes;
    for (Half* half : {&work.firstOwn, &work.firstOther}) {
        if (half->complete())
            continue;
        half->pass = firstPass(half->pass, most);
        half->frame.options = half->pass.options;
        rows = std::max(rows, std::ssize(half->pass.only));
        if (half->pass.maps.empty() && !half->pass.selected)
            continue;
        lacking.push_back(half);
        passes.push_back(half->pass);
    }
    std::vector<Frame> frames = softscope::evaluate(head, passes, {nullptr, 0, work.stop, {}});
    for (std::size_t i = 0; i < lacking.size(); ++i)
        lacking[i]->take(std::move(frames[i]));
    auto shown = std::make_shared<Shown>(work.base);
    shown->step = ++work.steps;
    shown->coverage = {std::min(rows, work.rows - 1), work.rows, work.elapsed(), m_pace.milliseconds(work.size)};
    takeHalves(*shown, work.firstOwn, work.firstOther);
    finish(*shown, work, 0);
    work.base.distribution = shown->distribution;
    work.shownAt = std::chrono::steady_clock::now();
    work.show(shown);
}

/// On a thread that others wait for: now and then, and alone.
void SceneEvaluator::showSoFar(Work& work, const Progress& progress) {
    if (std::chrono::steady_clock::now() - work.shownAt < betweenPictures || progress.share >= 1)
        return;
    const std::vector<std::vector<PartialMap>> maps = progress.maps();
    Half own = work.firstOwn, other = work.firstOther;
    std::size_t pass = 0;
    for (auto [now, to] : {std::pair(&work.own, &own), std::pair(&work.other, &other)}) {
        if (now->complete())
            continue;
        std::size_t next = 0;
        for (std::size_t place = 0; now->shows && place < now->maps.size(); ++place) {
            if (now->maps[place])
                continue;
            const PartialMap& partial = maps.at(pass).at(next++);
            if (!partial.rows.empty() && isStreamed(partial.map.name))
                to->maps[place] = filledIn(partial, *to->maps[place]);
        }
        ++pass;
    }
    auto shown = std::make_shared<Shown>(work.base);
    shown->step = ++work.steps;
    const double elapsed = work.elapsed();
    shown->coverage = {std::min(Index(progress.share * double(work.rows)), work.rows - 1), work.rows, elapsed,
                       elapsed / progress.share};
    takeHalves(*shown, std::move(own), std::move(other));
    finish(*shown, work, 1);
    work.shownAt = std::chrono::steady_clock::now();
    work.show(shown);
}

/// Both in one pass over the scores where both lack something.
void SceneEvaluator::complete(Work& work) {
    const std::vector<Half*> lacking = work.lacking();
    if (lacking.empty())
        return;
    std::vector<Pass> passes;
    for (const Half* half : lacking)
        passes.push_back(half->pass);
    Compute compute{work.upstream.get(), 0, work.stop, {}, m_backends};
    if (work.steps > 0)
        compute.progress = [&](const Progress& progress) { showSoFar(work, progress); };
    const double before = work.elapsed();
    std::vector<Frame> frames = softscope::evaluate(*work.base.head, passes, compute);
    if (!work.upstream) // with a backward pass it says nothing of the forward one
        m_pace.learn(work.size, work.elapsed() - before);
    for (std::size_t i = 0; i < lacking.size(); ++i)
        lacking[i]->take(std::move(frames[i]));
}

ShownPointer SceneEvaluator::evaluate(const SceneRequest& request, const std::stop_token& stop, const Show& show) {
    Work work{request, stop, show};
    Shown& base = work.base;
    base.number = request.number;
    const FileState file = stateOf(request.scene.source);
    base.head = headFor(request.scene, file, stop);
    const Head& head = *base.head;
    base.scene = fitted(request.scene, head.nQ(), head.nK());
    const Scene& scene = base.scene;
    base.frameIsScaled = scene.softmax.scale.kind != ScaleKind::none;
    base.choices = choicesFor(scene.source, file);
    const bool known = m_last && m_last->head == base.head && m_lastBackend == request.backend;
    work.last = known ? m_last.get() : nullptr;
    work.own = plan(work.last, head, scene, scene.softmax, request.budget, true);
    work.other = plan(work.last, head, scene, withOtherScale(scene.softmax), request.budget, scene.view.compare);
    if (needsUpstream(work.own) || needsUpstream(work.other))
        work.upstream = upstreamOf(scene, head);
    for (const Half* half : work.lacking())
        work.rows = std::max(work.rows, rowsOf(half->pass, head));
    work.size = Pace::work(work.rows, head.nK(), head.dK(), int(work.lacking().size()));
    if (show && !work.upstream && work.rows > leastFirstRows && m_pace.milliseconds(work.size) > longerThan)
        showFirst(work);
    complete(work);

    auto shown = std::make_shared<Shown>(std::move(base));
    shown->step = work.steps + 1;
    shown->coverage = {work.rows, work.rows, 0, 0};
    takeHalves(*shown, std::move(work.own), std::move(work.other));
    finish(*shown, work, 0);
    m_last = shown;
    m_lastFile = file;
    m_lastBackend = request.backend;
    return shown;
}

} // namespace softscope
