// One stack of attention layers, forward and backward in double precision.
#pragma once

#include "core/engine/logits.h"

#include <stop_token>
#include <vector>

namespace softscope {

struct LayerWeights {
    MatrixD wQ, wK; ///< [d_model × d_k]
    MatrixD wV;     ///< [d_model × d_model]
};

struct LayerGradient {
    VectorD rows;  ///< norms of the rows of ∂L/∂(q·k)
    double spread; ///< DepthLayer::spread
};

class DepthStack {
public:
    DepthStack(const std::vector<LayerWeights>& layers, LogitOptions options, bool residual, bool layerNorm)
        : m_layers(layers), m_options(std::move(options)), m_residual(residual), m_layerNorm(layerNorm) {}

    /// X of the first layer → X behind the last [n × d_model]. Throws Cancelled.
    MatrixD forward(MatrixD x, const std::stop_token& stop = {});
    /// ∂L/∂(X behind the last) → what reaches the scores of each layer, the first first. After forward().
    std::vector<LayerGradient> backward(MatrixD gradient, const std::stop_token& stop = {});
    /// ∂L/∂(X of the first layer) of the last backward().
    const MatrixD& inputGradient() const { return m_inputGradient; }

private:
    struct Layer {
        MatrixD input;      ///< norm(X), or X
        VectorD deviations; ///< of the rows of X; with normalisation
        MatrixD q, k, v;    ///< q and k as the product sees them: unit vectors with QK-norm
        VectorD normQ, normK;
        MatrixD weights; ///< [n × n]
        VectorD sinks;   ///< the sink\'s weight in each row
        MatrixD scores;  ///< q·k [n × n]
        double spread = 0;
    };

    void attend(Layer& layer) const;
    MatrixD scoreGradient(const Layer& layer, const MatrixD& dP) const;

    const std::vector<LayerWeights>& m_layers;
    LogitOptions m_options;
    bool m_residual, m_layerNorm;
    std::vector<Layer> m_run;
    MatrixD m_inputGradient;
};

} // namespace softscope
