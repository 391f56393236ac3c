// A whole head in double precision, entry by entry: slow, and independent of the engine's code. Every 1 − s is the sum
// of the others, so that saturated rows are right.
#pragma once

#include "core/engine/logits.h"

namespace softscope::reference {

struct Result {
    MatrixB allowed;                                             ///< which keys the masks let through
    MatrixD scores, logits, weights, jacobian, jacobianDiagonal; ///< [n_q × n_k]; logits −inf where masked
    MatrixD output;                                              ///< [n_q × d_v]
    MatrixD gradQ, gradK, gradV, gradWQ, gradWK, gradWV;         ///< W: empty without a projection
    MatrixD gradScores;                                          ///< ∂L/∂(q·k) [n_q × n_k]
    double sizeQ = 0, sizeK = 0,
           sizeV = 0; ///< the largest sum of absolute values that an entry of a gradient is made of
    VectorD entropy, maxWeight, participation, frobenius, spectral; ///< one a query, NaN where it has no key
    VectorD sink;                                                   ///< the sink's weight, one a query
    double loss = 0;                                                ///< Σ G ∘ O
};

/// G is ones where `upstream` is null.
Result evaluate(const Head& head, const LogitOptions& options, const MatrixF* upstream = nullptr);

/// The same on double-precision q, k, v (finite differences need more digits than a Head holds); `shape` gives bias and
/// mask.
Result evaluate(const MatrixD& q, const MatrixD& k, const MatrixD& v, const Head& shape, const LogitOptions& options,
                const MatrixF* upstream = nullptr);

/// J_jk = s_j (δ_jk − s_k) of one row of weights, which with that of a sink sum to one.
MatrixD jacobianOf(const VectorD& weights, double sink = 0);

} // namespace softscope::reference
