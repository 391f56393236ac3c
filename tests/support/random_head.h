// Fresh random heads and options. SOFTSCOPE_TEST_SEED repeats a run; every test that draws prints its seed when it
// fails.
#pragma once

#include "core/engine/logits.h"

#include <random>

namespace softscope {

/// From SOFTSCOPE_TEST_SEED, or new in each run.
std::uint64_t testSeed();

class Draw {
public:
    explicit Draw(std::uint64_t seed) : m_engine(seed) {}
    Index integer(Index low, Index high) { return std::uniform_int_distribution<Index>(low, high)(m_engine); }
    double real(double low, double high) { return std::uniform_real_distribution<double>(low, high)(m_engine); }
    bool chance(double share) { return real(0, 1) < share; }
    MatrixF gaussian(Index rows, Index cols, double sigma = 1);

    /// n_q, n_k ≤ most; d_k ≤ 130, d_v ≤ 40; Gaussian vectors.
    Head head(Index most = 80);
    /// With a projection: q = x W_Q and so on, in double, rounded.
    Head projectedHead(Index most = 40);
    /// A dense mask, a bias with some −inf, or both, or neither.
    void addMasks(Head& head);
    /// Scale, softcap, qk-norm, log-length, sink and up to two masks.
    LogitOptions options(const Head& head);

private:
    std::mt19937_64 m_engine;
};

} // namespace softscope
