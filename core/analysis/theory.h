// What is known of attention scores before any head is drawn: formulas with their sources.
#pragma once

#include "core/engine/logits.h"

namespace softscope {

/// Var(q·k) = d_k σ_q² σ_k² for independent Gaussian components (numerics.md); of Gaussian and projected sources, else
/// undefined.
double theoreticalVariance(const Source& source);
/// The same of the logits: times scale², with 1/d_k in place of Var(q·k) for unit vectors (QK-norm: the cosine of two
/// random directions). Of the source at this d_k. Before any softcap, and without log-length's ln n_k.
double theoreticalLogitVariance(const Source& source, const LogitOptions& options, Index dK);
/// Whether the logits of a random head are Gaussian given q, so that there is a theory of its rows: no softcap,
/// QK-norm, log-length or sink.
bool hasGaussianLogits(const LogitOptions& options);

/// Excess kurtosis of q·k for Gaussian components, any σ: E(q k)⁴ = 9 against 3 for a Gaussian, a sum of d_k such.
double scoreExcessKurtosis(double dK);

/// How far apart two scores of a row are.
struct TypicalGap {
    double deviation; ///< √(2 variance), the standard deviation of the difference of two independent scores
    double ratio;     ///< e to that: how many times the other's weight one of two such keys gets
    double mean;      ///< E|difference| = 2 √(variance / π) for Gaussian scores
};
TypicalGap typicalGap(double variance);

/// Effective tokens of n ≥ 1 Gaussian logits of variance `variance` by the random energy model (Derrida 1981) as n
/// grows: n exp(−σ²/2) while σ² < 2 ln n, else 1.
double theoreticalEffectiveTokens(double n, double variance);
/// Participation Σ p² by the same: 1 − √(2 ln n / σ²) where σ² > 2 ln n, else 0.
double limitParticipation(double n, double variance);

/// The least entropy that `keys` ≥ 1 logits z with ‖z‖₂ = norm can have, in nats: with β = exp(−σ √(T/(T−1))),
/// ln(1 + (T−1)β) + σ √(T(T−1)) β / (1 + (T−1)β) (Zhai et al., "Stabilizing Transformer Training by Preventing
/// Attention Entropy Collapse", 2023, theorem 3.1). A softmax does not see what all logits have in common, so the norm
/// may be taken about their mean, which makes the bound tighter.
double entropyFloor(double norm, double keys);

} // namespace softscope
