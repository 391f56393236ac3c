// The distribution of raw scores q·k against N(0, d_k σ_q² σ_k²).
#pragma once

#include "core/analysis/theory.h"
#include "core/engine/evaluate.h"

namespace softscope {

struct ScoreDistribution {
    std::vector<double> edges;   ///< of the bins, one more than there are bins
    std::vector<double> density; ///< a bin's share / its width
    double mean = undefined, variance = undefined;
    double excessKurtosis = undefined; ///< of the scores counted; undefined where they are all equal
    double theoryVariance = undefined; ///< d_k σ_q² σ_k²; undefined for heads whose σ is not known
    Index scores = 0;                  ///< how many were counted: the finite ones
    Index outOf = 0; ///< how many unmasked scores there are; more than `scores`: it is a sample of whole rows
};

/// Unmasked scores of all rows, or of evenly spaced rows (eight at least) where there are more than `most` scores.
/// `theoryVariance` is of q·k; of unit vectors (QK-norm) it becomes 1/d_k, that of the cosine of two random directions.
/// Empty bins where there is no finite score.
ScoreDistribution scoreDistribution(const Head& head, const LogitOptions& options, double theoryVariance,
                                    Index most = 65'536);

} // namespace softscope
