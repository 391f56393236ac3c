// The worker's function: a Scene and what the window can show → Shown. Knows nothing of widgets and threads.
#pragma once

#include "core/engine/backend.h"
#include "core/head/build.h"
#include "core/head/file_state.h"
#include "ui/pace.h"
#include "ui/shown.h"

#include <array>
#include <functional>
#include <optional>
#include <stop_token>

namespace softscope {

struct Half;

/// The colours that a place had when its range was locked; they hold while the place shows that map.
struct RangeLock {
    MapName map = MapName::weights;
    ColorScale scale;                ///< with compare: of the upper map
    std::optional<ColorScale> lower; ///< with compare, where the lower map has a range of its own
    bool operator==(const RangeLock&) const = default;
};

struct SceneRequest {
    std::uint64_t number = 0;
    Scene scene;
    CellBudget budget;
    std::array<std::optional<RangeLock>, 3> locks;
    BackendChoice backend{}; ///< that the backends have by now: another one computes everything again
};

/// The lock that keeps a place of this result as it is.
RangeLock lockOf(const Shown& shown, int place);

/// Every map of this result is what the budget would ask for again.
bool fitsBudget(const Shown& shown, const CellBudget& budget);

/// Evaluates and renders, and computes only what the last result does not have: another colour map renders the maps at
/// hand, another selected row computes that row, another region computes maps and no row statistics. What comes out
/// does not depend on what it remembers. Not thread-safe: one a worker.
class SceneEvaluator {
public:
    /// Gets what there is while an evaluation that takes long is on its way.
    using Show = std::function<void(const ShownPointer&)>;

    /// `backends`, null for the CPU alone, must outlive it.
    explicit SceneEvaluator(Backends* backends = nullptr) : m_backends(backends) {}

    /// Where it will take longer than a frame on the screen, `show` gets a first picture, of the rows that can be
    /// computed within one, and then the maps as they grow from coarse to fine. It is called by any thread, one call at
    /// a time. Throws Error, Cancelled.
    ShownPointer evaluate(const SceneRequest& request, const std::stop_token& stop, const Show& show = {});

private:
    struct Work;
    void complete(Work& work);
    void showFirst(Work& work);
    void showSoFar(Work& work, const Progress& progress);
    void showPart(Work& work, Half own, Half other, const Coverage& coverage, int threads) const;
    void finish(Shown& shown, const Work& work, int threads) const;
    HeadPointer headFor(const Scene& scene, const FileState& file, const std::stop_token& stop);
    std::shared_ptr<const TensorChoices> choicesFor(const Source& source, const FileState& file) const;

    Backends* m_backends;
    HeadBuilder m_builder;
    Pace m_pace;
    ShownPointer m_last;
    FileState m_lastFile; // what m_last was read from
    BackendChoice m_lastBackend;
};

} // namespace softscope
