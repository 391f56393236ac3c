// The softmax of one row whose raw scores come a piece after the other, kept as sums only.
#pragma once

#include "core/engine/row_kernels.h"

namespace softscope {

/// What a piece of a row's raw scores is made of.
struct ScoreScan {
    float low, high; ///< NaN left out
    Moments moments; ///< as momentsOf
    bool plain;      ///< no NaN, no infinity
};
/// n ≥ 1.
ScoreScan scanScores(const float* scores, Index n);

/// Over a piece: Σ x, Σ x², Σ x³, Σ x t with x = 2^t, t = factor · score − shift, no t above 0; below −126 t counts as
/// that.
struct PowerSums {
    double x = 0, squares = 0, cubes = 0, moment = 0;
};
PowerSums powerSums(const float* scores, Index n, float factor, float shift);

/// powers[j] = 2^(factor · scores[j] − shift), 0 below the range of float and for −inf; factor > 0.
void powersRow(const float* scores, Index n, float factor, float shift, float* powers);

/// The sums of RowSoftmax over the pieces so far, in powers of two, about the largest of "the others" so far. Each
/// piece brings its own winner and its own others (an online softmax that keeps the winner out of the sums), so that
/// the result is as exact as that of the whole row at once.
class RunningSoftmax {
public:
    /// The logits are scale × score. Only where `factorOf` is a positive number.
    explicit RunningSoftmax(double scale) : m_factor(factorOf(scale)) {}
    /// scale · log₂ e: the logits in powers of two.
    static float factorOf(double scale);

    /// `scores` [n] are of keys after all that came, and times the factor they are finite; winner: where the first of
    /// the largest is; second: the largest of the others, −inf where n is 1. `scores` is changed while it works and
    /// restored.
    void add(float* scores, Index n, Index winner, float second);

    float factor() const { return m_factor; }
    /// The shift of the powers that RowSoftmax::unit turns into weights: s_j = powersRow(score_j) · unit.
    float powerShift() const { return static_cast<float>(m_others.x == 0 ? m_high : m_shift); }
    /// As softmaxRow gives it but for its unit (see powerShift); `winner` is that of the caller.
    RowSoftmax finished(Index winner) const;

private:
    void include(const PowerSums& sums, double shift);

    float m_factor;
    Index m_keys = 0;
    double m_high = 0;  ///< factor · largest score
    double m_shift = 0; ///< of the sums
    PowerSums m_others;
};

} // namespace softscope
