// How the rows of fresh random heads change with d_k, scaled and unscaled: statistics over all rows of many heads.
#pragma once

#include "core/analysis/theory.h"
#include "core/engine/frame.h"

#include <array>
#include <memory>
#include <span>
#include <stop_token>
#include <string_view>
#include <vector>

namespace softscope {

/// What is measured of a row; of the gradients, a row of ∂L/∂q and a row of ∂L/∂k.
enum class SweepQuantity { entropy, effectiveTokens, maxWeight, frobenius, spectral, gradQ, gradK };
inline constexpr std::size_t sweepQuantities = 7;
/// As in the columns of the CSV: "entropy", "effective_tokens", …
std::string_view columnName(SweepQuantity quantity);

/// Over the rows of all heads that have a key; undefined where it was not measured. p5 and p95: nine of ten rows lie
/// between them.
struct Spread {
    double mean = undefined, median = undefined, p5 = undefined, p95 = undefined;
};

struct SweepPoint {
    Index dK = 0;
    double scoreVariance = undefined;       ///< of scale × q·k (of unit vectors with QK-norm) over unmasked pairs
    double scoreVarianceTheory = undefined; ///< theoreticalLogitVariance()
    std::array<Spread, sweepQuantities> rows;
    /// E H over Gaussian rows (GaussianRows); undefined with a softcap, QK-norm, log-length or a sink.
    double entropyTheory = undefined;
    double entropyFloor = undefined; ///< mean over the rows of entropyFloor(‖z − mean z‖₂, keys); not with a sink
    double effectiveTokensTheory = undefined; ///< theoreticalEffectiveTokens(), which is for many tokens

    const Spread& of(SweepQuantity quantity) const { return rows[std::size_t(quantity)]; }
};

struct Sweep {
    std::vector<SweepPoint> scaled, unscaled; ///< with 1/√d_k and with 1, otherwise the scene's own softmax
    Index trials = 0;                         ///< heads so far
    Index rows = 0, outOf = 0;                ///< query rows that were looked at of each head
};

struct SweepRequest {
    std::vector<Index> sizes;  ///< d_k, each once, ascending
    Index mostRows = 0;        ///< evenly spaced query rows of each head; 0: all
    bool spectral = true;      ///< λmax too
    bool queryGradient = true; ///< ∂L/∂q too
    bool keyGradient = true;   ///< ∂L/∂k too; it is a sum over the queries, so only where all rows are looked at
};

/// The heads of scaled and unscaled points are the same (freshSource), and those of a smaller d_k are the first
/// dimensions of those of a larger one, so scores and dP accumulate over the dimensions. The gradients are for a random
/// upstream G = ∂L/∂O with entries N(0, 1/d_v), so that ∂L/∂s has the variance of a value's component whatever d_v is;
/// d_v is the scene's, d_k where it names none. Bit for bit the same on any number of threads. Memory: some numbers for
/// each row, trial and size; scores a block of rows at a time.
class Sweeper {
public:
    /// Throws UsageError where the source cannot be drawn again.
    Sweeper(const Scene& scene, SweepRequest request);
    ~Sweeper();
    Sweeper(Sweeper&&) noexcept;
    Sweeper& operator=(Sweeper&&) noexcept;

    /// Draws and measures heads until there are `trials`. Throws Cancelled, and Error as HeadBuilder::build does; then
    /// it is of no further use.
    void run(Index trials, int threads = 0, const std::stop_token& stop = {});
    /// Over the heads so far.
    Sweep result() const;

private:
    struct Data;
    std::unique_ptr<Data> m_data;
};

/// scene.sweep.trials heads.
Sweep sweep(const Scene& scene, SweepRequest request, int threads = 0, const std::stop_token& stop = {});

} // namespace softscope
