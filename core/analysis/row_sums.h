// Softmax statistics of one row whose keys come a block after the other.
#pragma once

#include "core/engine/frame.h"

#include <Eigen/Core>

namespace softscope {

/// Running sums over the logits seen so far, e_j = exp(z_j − largest): enough for the entropy, the largest weight and
/// ‖J‖_F without keeping the row (the online softmax of Milakov & Gimelshein 2018). Entropy and ‖J‖_F are differences
/// of these sums: right to about 1e-6 absolutely, which is what a chart can show, and not to the relative accuracy of
/// the engine.
class RowSums {
public:
    /// Takes finite logits; the array is used as room to work in.
    void add(Eigen::Ref<Eigen::ArrayXf> logits);
    void add(const RowSums& other);
    /// Last, where there is a key: one more outcome, of the entropy and the largest weight and not of ‖J‖_F.
    void addSink(double logit);

    Index keys() const { return m_keys; }
    double sum() const { return m_sum; } ///< Σ e
    double largest() const { return m_largest; }
    double sink() const { return m_sink / m_sum; } ///< its weight
    /// All undefined where there is no key or a logit was not a number.
    double effectiveTokens() const;
    double maxWeight() const;
    double frobenius() const;

private:
    void raise(double largest);

    Index m_keys = 0;
    double m_largest = -std::numeric_limits<double>::infinity();
    double m_sum = 0, m_weighted = 0;  ///< Σ e, Σ e (z − largest)
    double m_squares = 0, m_cubes = 0; ///< Σ e², Σ e³
    double m_sink = 0;                 ///< e of the sink
};

} // namespace softscope
