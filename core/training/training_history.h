// A training run so far: the figures of every step, and the weights of as many as fit into memory.
#pragma once

#include "core/training/lock_step.h"

#include <vector>

namespace softscope {

class TrainingHistory {
public:
    /// `mostBytes`: of weights; when they would be more, every second step's are dropped, the newest's never.
    explicit TrainingHistory(std::size_t mostBytes = std::size_t(64) << 20) : m_mostBytes(mostBytes) {}

    /// The step after the last one; the first is step 0.
    void add(TrainingStep step);
    void clear();

    bool empty() const { return m_steps.empty(); }
    Index last() const { return std::ssize(m_steps) - 1; }
    /// The figures of a step; its weights may be empty.
    const TrainingStep& at(Index step) const { return m_steps[static_cast<std::size_t>(step)]; }
    /// The nearest step at or before this one whose weights are still there.
    const TrainingStep& withWeights(Index step) const;

private:
    void thin();

    std::size_t m_mostBytes, m_bytes = 0;
    Index m_stride = 1; ///< which steps keep their weights
    std::vector<TrainingStep> m_steps;
};

} // namespace softscope
