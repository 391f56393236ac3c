// A stack of attention layers, and the gradient that reaches the scores of each.
#pragma once

#include "core/scene/scene.h"

#include <array>
#include <stop_token>
#include <vector>

namespace softscope {

/// What Scene stands for where the stack and nothing else is asked for: 32 projected tokens, d_model = d_k = d_v = 256
/// (numerics.md).
Scene depthScene();

/// One layer of one kind of stack, over all trials.
struct DepthLayer {
    double gradientNorm = 0;      ///< mean of ‖∂L/∂(q·k)‖_F
    double gradientRowMedian = 0; ///< median of the norms of its rows, all trials' together
    /// Mean of ‖X − mean row‖_F / ‖X‖_F of the layer's input X, before its normalisation: 0 where all tokens are alike
    /// (rank collapse; Dong, Cordonnier, Loukas, "Attention Is Not All You Need", 2021).
    double spread = 0;
};

struct Depth {
    std::array<std::vector<DepthLayer>, 2> stacks; ///< unscaled, scaled; layer 1 first
    /// The first layer, from 1, whose input's tokens are alike to within 1e-3; 0: none.
    Index collapsedFrom(bool scaled) const;
};

/// Layer by layer X ↦ X + A(norm(X)), A the attention of norm(X) W_Q, norm(X) W_K, norm(X) W_V: without residual
/// connections X ↦ A(norm(X)), without layer normalisation A(X). X [n × d_model] of the first layer is Gaussian; W_Q
/// and W_K [d_model × d_k] have entries N(0, σ²/d_model), W_V [d_model × d_model] N(0, 1/d_model), each layer's its
/// own; the upstream gradient of the last is Gaussian with σ = 1. Both kinds of stack have the same numbers.
/// scene.sweep.trials stacks. Bit for bit the same on any number of threads. Throws UsageError where the source is not
/// projected, d_v is not d_model, or there are more than limits::trainedTokens tokens; Cancelled.
Depth depthGradients(const Scene& scene, int threads = 0, const std::stop_token& stop = {});

} // namespace softscope
