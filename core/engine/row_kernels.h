// The loops over one row of logits, written so that the compiler vectorises them. Masked cells are −inf.
#pragma once

#include "core/engine/frame.h"

namespace softscope {

/// One row's softmax in the units e_j = exp(z_j − shift). "The others" are all keys but the winner, the first of the
/// largest; their sums are taken without it, so that nothing cancels in a saturated row. A sink is one more outcome: of
/// the total, the entropy and the largest weight, and so of `others` where it is not the winner; it is not among the
/// weights, the Jacobian or Σ s².
struct RowSoftmax {
    Index keys = 0;     ///< logits that are not −inf
    Index winner = -1;  ///< −1: no key, or not valid, or the sink
    Index argmax = -1;  ///< the first key with the largest logit: the winner, or the best after the sink
    bool valid = true;  ///< false: a NaN or +inf among the logits, every weight is NaN
    float shift = 0;    ///< the largest logit of the others; the winner's where it has no others
    double ratio = 1;   ///< exp(shift − largest)
    double unit = 0;    ///< s_j = e_j · unit
    double total = 1;   ///< Σ exp(z_j − largest) = 1 + others
    double others = 0;  ///< over the others: Σ x, x = exp(z_j − largest)
    double squares = 0; ///< Σ x², without the sink
    double cubes = 0;   ///< Σ x³, without the sink
    double moment = 0;  ///< Σ x (z_j − largest)
    double sink = 0;    ///< the sink's weight

    bool defined() const { return keys > 0 && valid; }
    /// x of the winner where it is a key.
    double winning() const { return winner < 0 ? 0 : 1; }
    double participation() const { return (winning() + squares) / (total * total); } ///< Σ s² over the keys
    RowStatistics statistics() const;                                                ///< all but the spectral norm
};

/// The softmax of z[0, n). Where e is given it receives e_j, with 0 for the winner and for −inf (a NaN row: NaN, but 0
/// for −inf). z is changed while it works and restored.
RowSoftmax softmaxRow(float* z, Index n, float* e);
/// The same with a sink where there is one and a key at all. Where the sink wins, e has no winner: e of the best key
/// is 1.
RowSoftmax softmaxRow(float* z, Index n, float* e, const std::optional<double>& sink);

/// e_j = exp(z_j − shift), 0 below the range of float and for −inf. No z_j may be above the shift.
void expRow(const float* z, Index n, float shift, float* e);

/// Weights, Jacobian or its diagonal of keys that are not the winner, from e as softmaxRow gives it.
void othersValues(MapName map, const RowSoftmax& row, const float* e, Index n, float* target);
/// The same of the winner: 1 / total, √(A² + B) / total², A / total² with A, B the sums `others`, `squares`.
float winnerValue(MapName map, const RowSoftmax& row);

/// dP [n] → ∂L/∂z [n]. What all of dP have in common changes nothing, so it is taken relative to the winner's:
/// d_j = dP_j − dP_win, ∂L/∂z_j = s_j (d_j − Σ s d), the winner's −s_win Σ s d = s_win Σ over the others of
/// s_m (dP_win − dP_m). Neither the weights' rounding nor a one-hot row leaves a difference of nearly equal numbers.
/// Masked entries become 0. A sink has dP = 0.
void softmaxBackward(const RowSoftmax& row, const float* weights, const float* z, Index n, const double* dP,
                     float* gradient);

/// λmax of diag(s) − s sᵀ from e as softmaxRow gives it, by the secular equation Σ_j s_j / (s_j − λ) = 0 between the
/// second largest and the largest weight, in time linear in n. NaN where the row has no softmax. With a sink s_0 the
/// right side is s_0 / λ. e is changed while it works and restored.
double spectralOf(const RowSoftmax& row, float* e, Index n);

/// The largest, NaN left out; −inf where there is none.
float highest(const float* values, Index n);

/// Where the first number equal to `value` is; n where there is none.
Index firstEqual(const float* values, Index n, float value);

/// Moments of x, −inf left out; all NaN but the count where one is NaN.
Moments momentsOf(const float* x, Index n);
/// Moments of x over the cells where z is not −inf.
Moments momentsOf(const float* x, const float* z, Index n);
/// Of two disjoint sets (Chan, Golub, LeVeque 1979).
Moments merged(const Moments& a, const Moments& b);

} // namespace softscope
