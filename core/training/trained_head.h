// One head that learns: W_Q and W_K by gradient descent, everything else fixed.
#pragma once

#include "core/engine/evaluate.h"
#include "core/training/sequences.h"

namespace softscope {

/// A head on one sequence.
struct TrainingMeasure {
    double loss = undefined;                       ///< mean of (O − target)² over tokens and dimensions
    double accuracy = undefined;                   ///< share of the tokens whose largest weight is on the right key
    double entropy = undefined;                    ///< mean over the rows that have a key, in nats
    double frobenius = undefined;                  ///< mean ‖J‖_F of those
    double gradWQ = undefined, gradWK = undefined; ///< Frobenius norms of ∂L/∂W_Q, ∂L/∂W_K
    MatrixF weights;                               ///< [n × n]
};

/// Weights in double; the softmax and its backward pass are the engine's, with all of its options.
class TrainedHead {
public:
    TrainedHead(const Projection& start, LogitOptions options, const TrainingSettings& settings);

    /// Forward and backward on a sequence; the gradients wait for update(). Bit for bit the same on any number of
    /// threads. Throws Cancelled, Error.
    TrainingMeasure measure(const Sequence& sequence, const std::stop_token& stop = {});
    /// W −= rate · ∂L/∂W, or Adam's step (Kingma and Ba 2015, β = 0.9 and 0.999, ε = 1e-8), with the gradients of the
    /// last measure().
    void update();

    const MatrixD& wQ() const { return m_q.w; }
    const MatrixD& wK() const { return m_k.w; }

private:
    struct Parameter {
        MatrixD w, gradient;
        MatrixD first, second; ///< Adam's moments
    };
    void update(Parameter& parameter) const;

    LogitOptions m_options;
    Optimizer m_optimizer;
    double m_rate;
    Parameter m_q, m_k;
    Index m_updates = 0;
};

} // namespace softscope
