#include "core/analysis/row_sums.h"

#include <algorithm>
#include <cmath>

namespace softscope {

void RowSums::raise(double largest) {
    if (m_keys > 0 && largest > m_largest) {
        const double shift = m_largest - largest, factor = std::exp(shift);
        m_weighted = factor * (m_weighted + shift * m_sum);
        m_sum *= factor;
        m_squares *= factor * factor;
        m_cubes *= factor * factor * factor;
    }
    m_largest = std::max(m_largest, largest);
}

void RowSums::add(Eigen::Ref<Eigen::ArrayXf> logits) {
    if (logits.size() == 0)
        return;
    raise(double(logits.maxCoeff()));
    m_keys += logits.size();
    logits = (logits - float(m_largest)).max(-100.f); // below that a key weighs nothing
    constexpr Index width = 64;
    for (Index begin = 0; begin < logits.size(); begin += width) {
        const Index count = std::min(width, logits.size() - begin);
        const Eigen::Array<double, Eigen::Dynamic, 1, 0, width, 1> z = logits.segment(begin, count).cast<double>();
        // Powers and sums in double: ‖J‖_F lives in the digits that Σ e² has beyond a float.
        const Eigen::Array<double, Eigen::Dynamic, 1, 0, width, 1> e =
            logits.segment(begin, count).exp().cast<double>();
        const Eigen::Array<double, Eigen::Dynamic, 1, 0, width, 1> squares = e.square();
        m_sum += e.sum();
        m_weighted += (e * z).sum();
        m_squares += squares.sum();
        m_cubes += (squares * e).sum();
    }
}

void RowSums::add(const RowSums& other) {
    if (other.m_keys == 0)
        return;
    RowSums lower = other;
    raise(lower.m_largest);
    lower.raise(m_largest);
    m_keys += lower.m_keys;
    m_sum += lower.m_sum;
    m_weighted += lower.m_weighted;
    m_squares += lower.m_squares;
    m_cubes += lower.m_cubes;
}

void RowSums::addSink(double logit) {
    if (m_keys == 0)
        return;
    raise(logit);
    m_sink = std::exp(logit - m_largest);
    m_sum += m_sink;
    m_weighted += m_sink * (logit - m_largest);
}

double RowSums::effectiveTokens() const {
    // H = ln Σ e − Σ e (z − largest) / Σ e.
    return m_keys == 0 ? undefined : m_sum * std::exp(-m_weighted / m_sum);
}

double RowSums::maxWeight() const {
    return m_keys == 0 ? undefined : 1 / m_sum;
}

double RowSums::frobenius() const {
    if (m_keys == 0)
        return undefined;
    // ‖diag(s) − s sᵀ‖² = Σ s² − 2 Σ s³ + (Σ s²)².
    const double squares = m_squares / (m_sum * m_sum), cubes = m_cubes / (m_sum * m_sum * m_sum);
    return std::sqrt(std::max(squares - 2 * cubes + squares * squares, 0.0));
}

} // namespace softscope
