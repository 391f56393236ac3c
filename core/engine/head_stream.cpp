#include "core/engine/head_stream.h"

#include "core/engine/backends.h"
#include "core/engine/sampled_rows.h"

#include <algorithm>

namespace softscope {

void CpuStream::prepare(const Head& head, const std::vector<Job>& jobs, const Compute& compute) {
    if (m_head != &head) {
        m_operands.emplace(head, jobs.front().pass->options.qkNorm, compute.threads, compute.stop);
        m_v.reset();
        m_head = &head;
    }
    const bool output = std::any_of(jobs.begin(), jobs.end(), [](const Job& job) { return wantsOutput(*job.pass); });
    if (output && !m_v)
        m_v.emplace(head.v); // looks at all of V: only for its sake
}

void CpuStream::stream(const Head& head, const std::vector<Job>& jobs, const Compute& compute) {
    prepare(head, jobs, compute);
    softscope::stream(head, *m_operands, m_v ? &*m_v : nullptr, jobs, compute);
}

void CpuStream::streamSampled(const Head& head, const Job& job, const Compute& compute) {
    prepare(head, {job}, compute);
    softscope::streamSampled(head, *m_operands, m_v ? &*m_v : nullptr, job, compute);
}

void HeadStream::run(std::vector<Job> jobs) {
    const auto sampled =
        std::stable_partition(jobs.begin(), jobs.end(), [](const Job& job) { return job.pass->only.empty(); });
    std::for_each(sampled, jobs.end(), [&](const Job& job) { m_cpu.streamSampled(m_head, job, m_compute); });
    jobs.erase(sampled, jobs.end());
    if (jobs.empty())
        return;
    if (m_compute.backends)
        m_compute.backends->stream(m_head, jobs, m_compute, m_cpu);
    else
        m_cpu.stream(m_head, jobs, m_compute);
}

} // namespace softscope
