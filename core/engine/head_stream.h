// The passes of one head on the backend that Compute names.
#pragma once

#include "core/engine/backend.h"
#include "core/engine/forward.h"

#include <optional>

namespace softscope {

/// The engine of this processor. What it needs of the head is made when it first streams, and kept for the next pieces.
class CpuStream : public Backend {
public:
    void stream(const Head& head, const std::vector<Job>& jobs, const Compute& compute) override;
    /// A pass that looks at some query rows only (Pass::only).
    void streamSampled(const Head& head, const Job& job, const Compute& compute);

private:
    void prepare(const Head& head, const std::vector<Job>& jobs, const Compute& compute);

    const Head* m_head = nullptr;
    std::optional<QueryKey> m_operands;
    std::optional<FiniteMatrix> m_v;
};

/// Streams several pieces of one head, with equal qkNorm, and says in each frame where that was. What looks at some
/// rows only, the first picture of a long sequence, is the CPU's: it is done before a device has the head.
class HeadStream {
public:
    /// Both must outlive it.
    HeadStream(const Head& head, const Compute& compute) : m_head(head), m_compute(compute) {}
    void run(std::vector<Job> jobs);

private:
    const Head& m_head;
    const Compute& m_compute;
    CpuStream m_cpu;
};

} // namespace softscope
