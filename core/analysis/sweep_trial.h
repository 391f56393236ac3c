// What a sweep is made of: one fresh head at all sizes.
#pragma once

#include "core/analysis/sweep.h"

namespace softscope {

/// Everything that the trials of a sweep share.
struct SweepPlan {
    SweepRequest request;
    Source source;       ///< d_k the largest size
    bool values = false; ///< a gradient is asked for
    bool keyGradient = false;
    std::vector<Index> rows;           ///< the queries that are looked at
    std::vector<LogitOptions> options; ///< two for each size: scaled, unscaled

    std::size_t points() const { return options.size(); }
};

/// What a trial finds at one size with one scale: NaN where a row has no key, empty where it was not asked for.
struct TrialRows {
    std::array<std::vector<float>, sweepQuantities> values; ///< one a row that is looked at, of ∂L/∂k one a key
    std::vector<float> floor;                               ///< entropyFloor() of each row
};

struct Trial {
    std::vector<TrialRows> points; ///< as SweepPlan::options
    std::vector<Moments> scores;   ///< of q·k, one for each size
};

/// Throws Cancelled, and Error as HeadBuilder::build does.
Trial sweepTrial(const SweepPlan& plan, Index trial, const std::stop_token& stop);

} // namespace softscope
