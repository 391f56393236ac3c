// How much of an upstream gradient comes through each stage of a head, with the scale and without.
#pragma once

#include "core/engine/evaluate.h"

#include <string_view>
#include <vector>

namespace softscope {

/// In the order in which the gradient passes: ∂L/∂O, ∂L/∂(weights), ∂L/∂(q·k), then what it reaches.
enum class FlowStage { output, weights, scores, q, k, v, wQ, wK, wV };
/// As in the CSV: "output", "weights", "scores", "q", …, "w_q", …
std::string_view wordOf(FlowStage stage);

/// Of the ℓ2 norms of the rows of that gradient: one a query, a key or a row of the matrix.
struct FlowBar {
    FlowStage stage;
    double median, rms;
};

struct GradientFlow {
    std::vector<FlowBar> scaled, unscaled; ///< the last three stages only where the head is projected
};

/// With 1/√d_k and with no scale, otherwise as `softmax` says. compute.upstream is G = ∂L/∂O, null: ones. ∂L/∂(weights)
/// is G Vᵀ over the keys that the row sees, the same for both. Memory linear in n. Throws as evaluate does.
GradientFlow gradientFlow(const Head& head, const Softmax& softmax, const Compute& compute = {});

} // namespace softscope
