// Telling how far a streaming pass has come while it runs.
#pragma once

#include "core/engine/pass_run.h"

#include <atomic>
#include <mutex>

namespace softscope {

/// 0 … count − 1 so that any beginning of it is spread evenly: the bits of the numbers read backwards.
std::vector<Index> coarseToFine(Index count);

/// Counts blocks of rows and hands what there is to Compute::progress.
class ProgressTeller {
public:
    ProgressTeller(const Compute& compute, Index rows, std::span<const std::unique_ptr<PassRun>> runs);
    /// `rows` more are done. Called by any thread.
    void add(Index rows);

private:
    const Compute& m_compute;
    double m_rows;
    std::span<const std::unique_ptr<PassRun>> m_runs;
    std::atomic<Index> m_done = 0;
    std::mutex m_mutex;
};

} // namespace softscope
