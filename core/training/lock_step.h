// Two copies of one head learn the same task from the same start on the same data, one with 1/√d_k and one without.
#pragma once

#include "core/training/trained_head.h"

#include <array>

namespace softscope {

/// What Scene stands for where training and nothing else is asked for: 16 projected tokens, d_model 64, d_k 512, d_v 8
/// (numerics.md).
Scene trainingScene();

struct TrainingStep {
    Index step = 0;                          ///< updates so far
    std::array<TrainingMeasure, 2> measures; ///< unscaled, scaled; on the sequence of that number
};

/// Everything but the scale is the scene's own: temperature, masks and the other cures are both copies'.
class LockStep {
public:
    /// `head`: the scene's, before training. Throws UsageError where it cannot be trained (Sequences), or has more than
    /// limits::trainedTokens tokens.
    LockStep(const Scene& scene, const HeadPointer& head);

    /// The copies as they are, measured on the sequence of the present step. Throws Cancelled, Error.
    const TrainingStep& now(const std::stop_token& stop = {});
    /// One update of both, with the gradients of now().
    void advance(const std::stop_token& stop = {});

private:
    Sequences m_sequences;
    std::array<TrainedHead, 2> m_copies;
    TrainingStep m_step;
    bool m_measured = false;
};

} // namespace softscope
