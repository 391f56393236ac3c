// Scene → Head.
#pragma once

#include "core/head/head.h"
#include "core/scene/scene.h"

#include <stop_token>

namespace softscope {

/// Builds heads and remembers what the last one was made from, so that a drag of d_k or an edit only does what changed.
/// Not thread-safe: one builder a worker. Results do not depend on what it remembers.
class HeadBuilder {
public:
    HeadBuilder();
    ~HeadBuilder();
    HeadBuilder(HeadBuilder&&) noexcept;
    HeadBuilder& operator=(HeadBuilder&&) noexcept;

    /// Throws Error (a file that cannot be read, sizes that do not fit) with one sentence; Cancelled once
    /// `stop` is set. On at most `threads` threads (0: all cores).
    HeadPointer build(const Source& source, const std::vector<Edit>& edits, int threads = 0,
                      const std::stop_token& stop = {});

private:
    struct Memory;
    std::unique_ptr<Memory> m_memory;
};

/// Once, without memory.
HeadPointer buildHead(const Scene& scene, int threads = 0, const std::stop_token& stop = {});

/// The upstream gradient G [n_q × d_v] that the scene names, or null for ones. Throws Error: a file that cannot be
/// read, a shape that is not [n_q × d_v] (both named).
std::shared_ptr<const MatrixF> upstreamOf(const Scene& scene, const Head& head);

} // namespace softscope
