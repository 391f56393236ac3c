#include "ui/evaluate_scene.h"

#include "core/base/error.h"
#include "core/base/parallel.h"
#include "core/base/resources.h"
#include "core/scene/validate.h"
#include "ui/evaluation_plan.h"
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

/// Whether a map with the scale and the same one without it are coloured by one range in compare. Logits differ by the
/// scale itself: one range would only repeat that.
bool sharesRange(MapName map) {
    return map != MapName::scaled;
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

/// Something of an evaluation that goes on.
void SceneEvaluator::showPart(Work& work, Half own, Half other, const Coverage& coverage, int threads) const {
    auto shown = std::make_shared<Shown>(work.base);
    shown->step = ++work.steps;
    shown->coverage = coverage;
    takeHalves(*shown, std::move(own), std::move(other));
    finish(*shown, work, threads);
    work.base.distribution = shown->distribution;
    work.shownAt = std::chrono::steady_clock::now();
    work.show(shown);
}

/// The rows that can be looked at in about a frame of the screen, no more than it has places for.
void SceneEvaluator::showFirst(Work& work) {
    const Index most = std::clamp<Index>(Index(m_pace.workIn(firstPicture) / (work.size / double(work.rows))),
                                         leastFirstRows, std::max(work.request.budget.rows, leastFirstRows));
    work.firstOwn = work.own;
    work.firstOther = work.other;
    Index rows = 0;
    std::vector<Half*> lacking;
    for (Half* half : {&work.firstOwn, &work.firstOther}) {
        if (half->complete())
            continue;
        half->pass = firstPass(half->pass, most);
        half->frame.options = half->pass.options;
        rows = std::max(rows, std::ssize(half->pass.only));
        if (!half->complete())
            lacking.push_back(half);
    }
    computeLacking(*work.base.head, lacking, {nullptr, 0, work.stop, {}});
    showPart(work, work.firstOwn, work.firstOther,
             {std::min(rows, work.rows - 1), work.rows, work.elapsed(), m_pace.milliseconds(work.size)}, 0);
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
            if (!partial.rows.empty())
                to->maps[place] = filledIn(partial, *to->maps[place]);
        }
        ++pass;
    }
    const double elapsed = work.elapsed();
    showPart(work, std::move(own), std::move(other),
             {std::min(Index(progress.share * double(work.rows)), work.rows - 1), work.rows, elapsed,
              elapsed / progress.share},
             1);
}

/// Both in one pass over the scores where both lack something.
void SceneEvaluator::complete(Work& work) {
    const std::vector<Half*> lacking = work.lacking();
    if (lacking.empty())
        return;
    Compute how{work.upstream.get(), 0, work.stop, {}, m_backends};
    if (work.steps > 0)
        how.progress = [&](const Progress& progress) { showSoFar(work, progress); };
    const double before = work.elapsed();
    computeLacking(*work.base.head, lacking, how);
    if (!work.upstream) // with a backward pass it says nothing of the forward one
        m_pace.learn(work.size, work.elapsed() - before);
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
