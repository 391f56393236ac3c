#include "core/base/parallel.h"

#include "core/base/error.h"

#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#ifdef __SANITIZE_THREAD__
#include <sanitizer/tsan_interface.h>
#endif

namespace softscope {

namespace {

// ThreadSanitizer does not see the synchronisation inside oneTBB, which is not built with it. These two say what a
// parallel loop promises: what came before it is visible to its bodies, and what they wrote is visible after it. Races
// of one body with another are still found.
struct Fence {
#ifdef __SANITIZE_THREAD__
    char before = 0, after = 0;
    void begin() {
        __tsan_release(&before);
    }
    void bodyBegins() {
        __tsan_acquire(&before);
    }
    void bodyEnds() {
        __tsan_release(&after);
    }
    void end() {
        __tsan_acquire(&after);
    }
#else
    void begin() {}
    void bodyBegins() {}
    void bodyEnds() {}
    void end() {}
#endif
};

} // namespace

void parallelFor(Index count, int threads, const std::stop_token& stop, const std::function<void(Index)>& body) {
    Fence fence;
    const auto one = [&](Index i) {
        fence.bodyBegins();
        if (stop.stop_requested())
            throw Cancelled();
        body(i);
        fence.bodyEnds();
    };
    if (threads == 1) { // by the caller alone: it takes up no work of others while it waits
        for (Index i = 0; i < count; ++i)
            one(i);
        return;
    }
    const auto all = [&] { tbb::parallel_for(Index(0), count, Index(1), one, tbb::simple_partitioner()); };
    fence.begin();
    if (threads > 0)
        tbb::task_arena(threads).execute(all);
    else
        all();
    fence.end();
}

} // namespace softscope
