#include "core/training/lock_step.h"

#include "core/base/error.h"
#include "core/scene/limits.h"

namespace softscope {

namespace {

/// Sequences has seen that there is one.
const Projection& projectionOf(const Head& head) {
    if (head.nK() > limits::trainedTokens)
        throw UsageError("training keeps every weight at every step and takes up to " +
                         std::to_string(limits::trainedTokens) + " tokens, not " + std::to_string(head.nK()));
    return *head.projection;
}

LogitOptions optionsOf(const Scene& scene, ScaleKind kind) {
    Softmax softmax = scene.softmax;
    softmax.scale = {kind};
    return resolve(softmax, scene.source.dK);
}

} // namespace

Scene trainingScene() {
    Scene scene;
    scene.source.kind = SourceKind::projection;
    scene.source.tokens = 16;
    scene.source.dModel = 64;
    scene.source.dK = 512;
    scene.source.dV = 8;
    return scene;
}

LockStep::LockStep(const Scene& scene, const HeadPointer& head)
    : m_sequences(scene, head), m_copies{
                                    TrainedHead(projectionOf(*head), optionsOf(scene, ScaleKind::none), scene.training),
                                    TrainedHead(projectionOf(*head), optionsOf(scene, ScaleKind::sqrt),
                                                scene.training)} {}

const TrainingStep& LockStep::now(const std::stop_token& stop) {
    if (!m_measured) {
        const Sequence sequence = m_sequences.at(m_step.step);
        for (std::size_t copy = 0; copy < m_copies.size(); ++copy)
            m_step.measures[copy] = m_copies[copy].measure(sequence, stop);
        m_measured = true;
    }
    return m_step;
}

void LockStep::advance(const std::stop_token& stop) {
    now(stop);
    for (TrainedHead& copy : m_copies)
        copy.update();
    ++m_step.step;
    m_measured = false;
}

} // namespace softscope
