// What a phase diagram is made of: one fresh head, its keys a block at a time.
#pragma once

#include "core/analysis/phase.h"

namespace softscope {

/// A query row and where a head of so many tokens ends for it.
struct PhaseLook {
    Index end;         ///< the keys [PhaseRow::begin, end) are what it sees
    std::size_t token; ///< which of PhaseRequest::tokens
};
struct PhaseRow {
    Index row;
    Index begin;                  ///< the first key that it sees
    std::vector<PhaseLook> looks; ///< by their ends, ascending
};

struct PhasePlan {
    const PhaseRequest& request;
    Source source;                     ///< of the largest n and d_k
    std::vector<PhaseRow> rows;        ///< each sees a key in all its looks
    std::vector<LogitOptions> options; ///< for each scale the sizes

    const LogitOptions& optionsOf(std::size_t scale, std::size_t size) const {
        return options[scale * request.sizes.size() + size];
    }
};

/// Sums over a head's rows, for each scale [tokens × sizes].
struct PhaseSums {
    std::vector<std::vector<double>> participation, effectiveTokens;
};
PhaseSums phaseTrial(const PhasePlan& plan, Index trial, const std::stop_token& stop);

} // namespace softscope
