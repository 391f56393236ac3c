// What a Frame says in a few numbers: what `stats` prints and the status bar shows.
#pragma once

#include "core/engine/frame.h"

#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace softscope {

/// Over finite values; all undefined where there are none. p95 and median interpolate linearly (NumPy's default).
struct Distribution {
    double mean = undefined, median = undefined, min = undefined, max = undefined, p95 = undefined;
};
Distribution distribution(std::vector<double> values);
/// The number at place share × (count − 1) of the sorted values, between two of them linearly. Reorders the values, of
/// which there is one at least and none is NaN.
double quantile(std::vector<double>& values, double share);

struct VerdictCounts {
    Index saturated = 0, selective = 0, diffuse = 0, empty = 0;
    Index unknown = 0; ///< rows of NaN or infinity: none of the others
};

struct Summary {
    Distribution entropy, effectiveTokens, maxWeight, frobenius, spectral; ///< over the rows that have a key
    VerdictCounts verdicts;
};
Summary summarise(const std::vector<RowStatistics>& rows);

/// ‖S − Sᵀ‖_F / ‖S‖_F of the raw scores, and the correlation of S_ij with S_ji for i < j. Undefined where n_q ≠ n_k.
struct Symmetry {
    double asymmetry = undefined, correlation = undefined;
};
/// Throws Cancelled when `stop` is set.
Symmetry symmetry(const Head& head, const LogitOptions& options, int threads = 0, const std::stop_token& stop = {});

/// The one live sentence over the maps, from numbers at hand. `shown` is the pass with `softmax`, `other` the one with
/// withOtherScale(softmax), both with their rows. Plain text; **bold** marks the numbers that matter. Empty where the
/// frames hold no rows.
std::string liveSentence(const Head& head, const Frame& shown, const Frame& other, const Softmax& softmax);
/// While only some of the query rows have been looked at.
std::string partialSentence(Index rows, Index of);

} // namespace softscope
