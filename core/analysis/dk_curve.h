// How a head's rows change with d_k: measured on the same source at each d_k, scaled and unscaled, beside theory.
#pragma once

#include "core/analysis/theory.h"
#include "core/engine/evaluate.h"
#include "core/head/build.h"

namespace softscope {

struct DkPoint {
    double dK = 0;
    double effectiveTokens = undefined; ///< means over the rows
    double maxWeight = undefined;
    double frobenius = undefined;
    double gradientMedian = undefined; ///< of the norms of ∂L/∂q's rows for G = ∂L/∂O of ones; only where asked for
    double gradientRms = undefined; ///< … and their root mean square
};

struct DkCurve {
    std::vector<DkPoint> scaled, unscaled; ///< with 1/√d_k and with 1, otherwise the scene's own softmax
    /// Random energy model (Derrida 1981; numerics.md): n exp(−σ²/2) while σ² < 2 ln n, else 1; σ² the logits'
    /// variance.
    std::vector<DkPoint> theoryScaled, theoryUnscaled; ///< only effectiveTokens
    Index rows = 0, outOf = 0;                         ///< each point is the mean of `rows` rows of `outOf`
    bool available = false;                            ///< false where the source has one d_k only
};

/// d_k = 1, 2, 4 … 1024. At most `mostRows` evenly spaced rows, each against all its keys; rows without a key are left
/// out. `gradient`: the norms of ∂L/∂q too, which take a second look at the keys; d_v is the scene's, d_k where it
/// names none. Does not depend on the scene's d_k. No theory with a softcap, log-length or a sink. Memory linear
/// in n. Throws Cancelled, and Error as HeadBuilder::build does.
DkCurve dkCurve(const Scene& scene, HeadBuilder& builder, std::stop_token stop, Index mostRows = 64,
                bool gradient = false);

} // namespace softscope
