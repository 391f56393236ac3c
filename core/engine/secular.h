// The largest eigenvalue of diag(s) − s sᵀ, from numbers proportional to the weights.
#pragma once

#include <span>

namespace softscope {

/// `others`: non-negative numbers proportional to all weights but the winner's (zeros are left out), not all below the
/// normal range of float. `ratio`: 1 / the winner's weight in the same units, at most 1 / the largest of the others.
/// `sink`: in the same units, a part of the whole that is not among the weights.
/// Returns λmax in the same units, that is λmax / Σ of all: 0 where all others and the sink are 0.
double secularRoot(std::span<const float> others, double ratio, double sink = 0);

} // namespace softscope
