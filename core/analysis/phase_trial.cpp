#include "core/analysis/phase_trial.h"

#include "core/analysis/fresh_heads.h"
#include "core/base/error.h"
#include "core/engine/logit_row.h"
#include "core/engine/row_kernels.h"

#include <algorithm>
#include <cmath>

namespace softscope {

namespace {

/// The softmax of the keys so far, as sums about the largest logit.
class Running {
public:
    /// The keys that come next; `high` is the largest of their logits.
    void add(const RowSoftmax& keys, double high) {
        const double common = std::max(m_high, high), own = std::exp(m_high - common), others = std::exp(high - common);
        m_moment = m_sum > 0 ? own * (m_moment + m_sum * (m_high - common)) : 0;
        m_moment += others * (keys.moment + keys.total * (high - common));
        m_sum = m_sum * own + keys.total * others;
        m_squares = m_squares * own * own + (1 + keys.squares) * others * others;
        m_high = common;
    }
    /// One more outcome, which is none of the keys.
    Running withSink(double logit) const {
        Running all = *this;
        const double common = std::max(m_high, logit), own = std::exp(m_high - common), sink = std::exp(logit - common);
        all.m_moment = own * (m_moment + m_sum * (m_high - common)) + sink * (logit - common);
        all.m_sum = m_sum * own + sink;
        all.m_squares = m_squares * own * own;
        all.m_high = common;
        return all;
    }
    double participation() const { return m_squares / (m_sum * m_sum); }
    double effectiveTokens() const { return m_sum * std::exp(-m_moment / m_sum); }

private:
    double m_high = -std::numeric_limits<double>::infinity();
    double m_sum = 0, m_squares = 0, m_moment = 0; ///< Σ e, Σ e², Σ e (z − high)
};

VectorF inverseNorms(const Eigen::Ref<const MatrixF>& vectors) {
    return VectorF(vectors.rowwise().norm()).unaryExpr([](float norm) { return norm > 0 ? 1 / norm : 0.F; });
}

class PhaseRun {
public:
    PhaseRun(const PhasePlan& plan, Index trial, const std::stop_token& stop);
    PhaseSums run();

private:
    void block(Index begin, Index end);
    void row(std::size_t r, std::size_t size, Index begin, Index end);
    void segment(std::size_t r, std::size_t size, const float* scores, Index n);
    void record(std::size_t r, std::size_t size, std::size_t token);

    Running& running(std::size_t r, std::size_t size, std::size_t scale) {
        return m_running[(r * m_sizes + size) * m_scales + scale];
    }

    const PhasePlan& m_plan;
    const std::stop_token& m_stop;
    const std::size_t m_sizes, m_scales;
    const Head m_none{}; ///< no bias and no mask of its own
    const bool m_unit;   ///< QK-norm
    FreshVectors m_vectors;
    MatrixF m_q;      ///< [rows × d_k]
    MatrixF m_scores; ///< [rows × keys of the block], over the dimensions so far
    VectorF m_inverseQ, m_inverseK, m_used, m_z;
    std::vector<Running> m_running;
    std::vector<std::size_t> m_next; ///< of each row, the first look that is not reached yet
    PhaseSums m_sums;
};

PhaseRun::PhaseRun(const PhasePlan& plan, Index trial, const std::stop_token& stop)
    : m_plan(plan), m_stop(stop), m_sizes(plan.request.sizes.size()), m_scales(plan.request.scales.size()),
      m_unit(plan.options.front().qkNorm), m_vectors(freshVectors(freshSource(plan.source, trial), stop)),
      m_q(Index(plan.rows.size()), plan.source.dK), m_running(plan.rows.size() * m_sizes * m_scales),
      m_next(plan.rows.size(), 0) {
    for (std::size_t r = 0; r < plan.rows.size(); ++r)
        m_q.row(Index(r)) = m_vectors.q(plan.rows[r].row, 1);
    const std::vector<double> none(plan.request.tokens.size() * m_sizes, 0);
    m_sums.participation.assign(m_scales, none);
    m_sums.effectiveTokens.assign(m_scales, none);
}

PhaseSums PhaseRun::run() {
    constexpr Index blockKeys = 512;
    Index last = 0;
    for (const PhaseRow& row : m_plan.rows)
        last = std::max(last, row.looks.back().end);
    for (Index begin = 0; begin < last; begin += blockKeys) {
        if (m_stop.stop_requested())
            throw Cancelled();
        block(begin, std::min(begin + blockKeys, last));
    }
    return std::move(m_sums);
}

void PhaseRun::block(Index begin, Index end) {
    const MatrixF k = m_vectors.k(begin, end - begin);
    m_scores.setZero(m_q.rows(), end - begin);
    m_used.resize(end - begin);
    m_z.resize(end - begin);
    Index dims = 0;
    for (std::size_t size = 0; size < m_sizes; ++size) {
        const Index dK = m_plan.request.sizes[size];
        m_scores.noalias() += m_q.middleCols(dims, dK - dims) * k.middleCols(dims, dK - dims).transpose();
        dims = dK;
        if (m_unit) {
            m_inverseQ = inverseNorms(m_q.leftCols(dK));
            m_inverseK = inverseNorms(k.leftCols(dK));
        }
        for (std::size_t r = 0; r < m_plan.rows.size(); ++r)
            row(r, size, begin, end);
    }
    for (std::size_t r = 0; r < m_plan.rows.size(); ++r) {
        const std::vector<PhaseLook>& looks = m_plan.rows[r].looks;
        while (m_next[r] < looks.size() && looks[m_next[r]].end <= end)
            ++m_next[r];
    }
}

/// The block's keys that a row sees, cut where a head of some number of tokens ends.
void PhaseRun::row(std::size_t r, std::size_t size, Index begin, Index end) {
    const PhaseRow& row = m_plan.rows[r];
    Index from = std::max(begin, row.begin);
    for (std::size_t look = m_next[r]; look < row.looks.size(); ++look) {
        const Index to = std::min(row.looks[look].end, end);
        if (to > from)
            segment(r, size, &m_scores(Index(r), from - begin), to - from);
        from = std::max(from, to);
        if (row.looks[look].end > end)
            return;
        record(r, size, row.looks[look].token);
    }
}

void PhaseRun::segment(std::size_t r, std::size_t size, const float* scores, Index n) {
    if (m_unit) {
        const Index first = scores - &m_scores(Index(r), 0);
        m_used.head(n) = m_inverseQ[Index(r)] * VectorF::Map(scores, n).cwiseProduct(m_inverseK.segment(first, n));
        scores = m_used.data();
    }
    for (std::size_t scale = 0; scale < m_scales; ++scale) {
        logitsRow(m_none, m_plan.optionsOf(scale, size), 0, {0, n}, scores, m_z.data());
        const RowSoftmax softmax = softmaxRow(m_z.data(), n, nullptr);
        running(r, size, scale).add(softmax, double(m_z[softmax.winner]));
    }
}

void PhaseRun::record(std::size_t r, std::size_t size, std::size_t token) {
    for (std::size_t scale = 0; scale < m_scales; ++scale) {
        const std::optional<double>& sink = m_plan.optionsOf(scale, size).sink;
        const Running row = sink ? running(r, size, scale).withSink(*sink) : running(r, size, scale);
        m_sums.participation[scale][token * m_sizes + size] += row.participation();
        m_sums.effectiveTokens[scale][token * m_sizes + size] += row.effectiveTokens();
    }
}

} // namespace

PhaseSums phaseTrial(const PhasePlan& plan, Index trial, const std::stop_token& stop) {
    return PhaseRun(plan, trial, stop).run();
}

} // namespace softscope
