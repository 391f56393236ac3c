// Every known cure of saturation on the same head, side by side.
#pragma once

#include "core/engine/evaluate.h"

#include <string>
#include <string_view>
#include <vector>

namespace softscope {

/// One way to tame the scores: what it is called ("softcap") and the softmax that it makes, masks as they were.
struct Cure {
    std::string_view name;
    Softmax softmax;
};
/// No scale; 1/√d_k; 1/d_k; the scene's factor where it has one; its temperature, softcap, gain of QK-norm and sink
/// where it has them, else 8, 5, 8 and `sink`; log-length on top of 1/√d_k. Each alone.
std::vector<Cure> curesOf(const Softmax& softmax, double sink);

struct CureResult {
    Cure cure;
    /// How far the logits spread, as a share of how far the scores q·k do: for a plain scale the scale itself.
    double effectiveScale = undefined;
    double effectiveTokens = undefined; ///< mean over the rows that have a key
    Index saturated = 0;                ///< rows
    double gradientMedian = undefined;  ///< of the rows' ‖∂L/∂q‖
    Index argmaxChanged = 0;            ///< rows whose largest weight is on another key than without any cure
};

/// In the order of curesOf(); the sink, where the scene has none, stands at the mean of the rows' largest scores, so
/// that about half of them lose to it. compute.upstream is G for the gradient. Throws as evaluate does.
std::vector<CureResult> compareCures(const Head& head, const Softmax& softmax, const Compute& compute = {});

} // namespace softscope
