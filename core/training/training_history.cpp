#include "core/training/training_history.h"

#include <utility>

namespace softscope {

namespace {

std::size_t bytesOf(const TrainingStep& step) {
    std::size_t cells = 0;
    for (const TrainingMeasure& measure : step.measures)
        cells += static_cast<std::size_t>(measure.weights.size());
    return cells * sizeof(float);
}

void drop(TrainingStep& step) {
    for (TrainingMeasure& measure : step.measures)
        measure.weights = MatrixF();
}

} // namespace

void TrainingHistory::add(TrainingStep step) {
    // The newest keeps its weights until the next comes, whatever the stride.
    if (!m_steps.empty() && last() % m_stride != 0) {
        m_bytes -= bytesOf(m_steps.back());
        drop(m_steps.back());
    }
    m_bytes += bytesOf(step);
    m_steps.push_back(std::move(step));
    while (m_bytes > m_mostBytes && m_stride <= last())
        thin();
}

void TrainingHistory::clear() {
    m_steps.clear();
    m_bytes = 0;
    m_stride = 1;
}

const TrainingStep& TrainingHistory::withWeights(Index step) const {
    while (step > 0 && at(step).measures[0].weights.size() == 0)
        --step;
    return at(step);
}

void TrainingHistory::thin() {
    m_stride *= 2;
    for (Index step = 0; step < last(); ++step) {
        if (step % m_stride == 0)
            continue;
        TrainingStep& one = m_steps[static_cast<std::size_t>(step)];
        m_bytes -= bytesOf(one);
        drop(one);
    }
}

} // namespace softscope
