#include "core/engine/progress.h"

#include <bit>

namespace softscope {

std::vector<Index> coarseToFine(Index count) {
    std::vector<Index> order;
    order.reserve(static_cast<std::size_t>(count));
    const int bits = std::bit_width(static_cast<std::uint64_t>(std::max<Index>(count - 1, 0)));
    for (std::uint64_t i = 0; i < std::uint64_t(1) << bits; ++i) {
        std::uint64_t reversed = 0;
        for (int bit = 0; bit < bits; ++bit)
            reversed |= (i >> bit & 1) << (bits - 1 - bit);
        if (static_cast<Index>(reversed) < count)
            order.push_back(static_cast<Index>(reversed));
    }
    return order;
}

ProgressTeller::ProgressTeller(const Compute& compute, Index rows, std::span<const std::unique_ptr<PassRun>> runs)
    : m_compute(compute), m_rows(static_cast<double>(rows)), m_runs(runs) {}

void ProgressTeller::add(Index rows) {
    if (!m_compute.progress)
        return;
    const Index done = m_done += rows;
    const std::unique_lock lock(m_mutex, std::try_to_lock);
    if (!lock) // somebody tells already
        return;
    m_compute.progress({static_cast<double>(done) / m_rows, [this] {
                            std::vector<std::vector<PartialMap>> maps;
                            for (const auto& run : m_runs)
                                maps.push_back(run->soFar());
                            return maps;
                        }});
}

} // namespace softscope
