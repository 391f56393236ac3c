// Where a softmax freezes: the participation Σ p² of random rows over (number of tokens, d_k).
#pragma once

#include "core/analysis/theory.h"
#include "core/engine/frame.h"

#include <stop_token>
#include <vector>

namespace softscope {

struct PhaseCell {
    double participation =
        undefined; ///< mean of Σ p² over the rows of all heads: about 1 / n where flat, 1 where frozen
    double effectiveTokens = undefined; ///< mean of exp(entropy)
    /// E Σ p² over Gaussian rows with as many keys (GaussianRows); undefined with a softcap, QK-norm or a sink.
    double theory = undefined;
};

struct PhaseRequest {
    std::vector<Index> tokens, sizes; ///< n and d_k, each once, ascending
    std::vector<Scale> scales;        ///< in place of the scene's; its temperature and all else apply
    Index trials = 20;
    Index mostRows = 16; ///< query rows that are looked at of each head, evenly spaced where masks tell them apart
    bool theory = true;
};

struct PhaseMap {
    std::vector<Index> tokens, sizes;
    std::vector<std::vector<PhaseCell>> cells; ///< for each scale [tokens × sizes], row after row
    Index trials = 0, mostRows = 0;

    const PhaseCell& at(std::size_t scale, std::size_t token, std::size_t size) const {
        return cells[scale][token * sizes.size() + size];
    }
};

/// Of fresh heads (freshSource). A head of fewer tokens or a smaller d_k is the beginning of a larger one, so one pass
/// over the keys of the largest serves the whole map. Bit for bit the same on any number of threads; memory linear in
/// n. Throws UsageError where the source cannot be drawn again or the scene has log-length, Cancelled, and Error as
/// HeadBuilder::build does.
PhaseMap phaseMap(const Scene& scene, const PhaseRequest& request, int threads = 0, const std::stop_token& stop = {});

/// The line σ² = 2 ln n on which the random energy model freezes, as points (n, d_k) from low to high: σ² is the
/// logits' variance with this scale, so that unscaled it is d_k = 2 ln n. Empty where it does not cross the ranges, and
/// with a softcap or a sink, or where σ is not known.
struct PhasePoint {
    double tokens, dK;
};
std::vector<PhasePoint> freezingLine(const Scene& scene, const Scale& scale, const PhasePoint& low,
                                     const PhasePoint& high);

/// Where the cells of these numbers end on a logarithmic axis, in powers of two: halfway between neighbours, the outer
/// ones as wide as their inner halves (a lone one an octave); one more than there are numbers.
std::vector<double> cellEdges(const std::vector<Index>& numbers);

/// `count` whole numbers from low to high, evenly spaced on a logarithmic axis, each once: fewer where they coincide.
std::vector<Index> logSpaced(Index low, Index high, int count);

} // namespace softscope
