#include "core/base/parallel.h"

#include "core/base/error.h"

#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#ifdef __SANITIZE_THREAD__
#include <sanitizer/tsan_interface.h>
#endif

namespace softscope {

namespace {

// ThreadSanitizer does not see the synchronisation inside oneTBB, which is not built with it. These say what a parallel
// loop promises: what came before it is visible to its bodies, and what they wrote is visible after it, exceptions or
// not. Races of one body with another are still found.
#ifdef __SANITIZE_THREAD__
struct Fence {
    char before = 0, after = 0;
    void begin() { __tsan_release(&before); }
    ~Fence() { __tsan_acquire(&after); }
};
struct InBody {
    Fence& fence;
    explicit InBody(Fence& f) : fence(f) { __tsan_acquire(&fence.before); }
    ~InBody() { __tsan_release(&fence.after); }
};
#else
struct Fence {
    void begin() {}
};
struct InBody {
    explicit InBody(const Fence&) {}
};
#endif

} // namespace

void parallelFor(Index count, int threads, const std::stop_token& stop, const std::function<void(Index)>& body) {
    Fence fence;
    // Its own captures are read before the fence; what it calls is checked.
    const auto one = [&](Index i) __attribute__((no_sanitize("thread"))) {
        [[maybe_unused]] const InBody in(fence);
        if (stop.stop_requested())
            throw Cancelled();
        body(i);
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
}

} // namespace softscope
