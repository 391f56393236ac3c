#include "core/analysis/sweep_trial.h"

#include "core/analysis/fresh_heads.h"
#include "core/base/error.h"
#include "core/engine/logit_row.h"
#include "core/engine/row_kernels.h"
#include "core/head/random.h"

#include <algorithm>
#include <cmath>

namespace softscope {

namespace {

MatrixF randomUpstream(const Source& source, Index rows, Index cols) {
    MatrixF g(rows, cols);
    fillGaussian(g, source.seed, Stream::upstream, 1, 0, 1);
    return g;
}

/// u = x / ‖x‖: ∂L/∂x = (dU − (dU·u) u) / ‖x‖, and its norm.
double normThroughUnit(const Eigen::Ref<const Eigen::RowVectorXf>& gradient,
                       const Eigen::Ref<const Eigen::RowVectorXf>& x) {
    const Eigen::RowVectorXd d = gradient.cast<double>(), v = x.cast<double>();
    const double square = v.squaredNorm();
    return square > 0 ? (d - d.dot(v) / square * v).norm() / std::sqrt(square) : 0;
}

/// Walks over blocks of query rows, in each over the sizes, in each over the two scales.
class TrialRun {
public:
    TrialRun(const SweepPlan& plan, Index trial, const std::stop_token& stop);
    Trial run();

private:
    void block(Index begin, Index count);
    void accumulate(Index begin, Index count, Index size);
    void point(std::size_t p, Index begin, Index count);
    void row(std::size_t p, Index r, Index inBlock);
    void gradientRow(std::size_t p, Index inBlock, KeyRange range, const RowSoftmax& softmax);
    void blockGradients(std::size_t p, Index begin, Index count);
    void keyGradients();
    const float* usedScores(Index inBlock, KeyRange range);

    const SweepPlan& m_plan;
    const std::stop_token& m_stop;
    const Index m_n;
    const Head m_none{}; ///< no bias and no mask of its own
    HeadPointer m_head;
    MatrixF m_g; ///< [n × d_v]
    Trial m_found;
    MatrixF m_q;            ///< the block's queries [rows × d_k]
    MatrixF m_scores, m_dP; ///< [rows × n], over the dimensions so far
    Index m_dims = 0, m_valueDims = 0;
    VectorF m_inverseQ, m_inverseK;      ///< 1 / norm of the dimensions so far; with QK-norm
    MatrixF m_unitK;                     ///< [n × dimensions so far]; with QK-norm and gradients
    MatrixF m_dS;                        ///< ∂L/∂(q·k) [rows × n]
    std::vector<MatrixF> m_keyGradients; ///< of each point [n × d_k]
    VectorF m_used, m_z, m_e, m_weights, m_gradient, m_slope;
    VectorD m_rowDP;
};

TrialRun::TrialRun(const SweepPlan& plan, Index trial, const std::stop_token& stop)
    : m_plan(plan), m_stop(stop), m_n(plan.source.tokens) {
    Source source = freshSource(plan.source, trial);
    if (!plan.values)
        source.dV = 1;
    m_head = HeadBuilder().build(source, {}, 1, stop);
    if (plan.values)
        m_g = randomUpstream(source, m_n, m_head->dV());
    const std::size_t rows = plan.rows.size();
    const float nan = std::numeric_limits<float>::quiet_NaN();
    m_found.points.resize(plan.points());
    m_found.scores.resize(plan.request.sizes.size());
    for (TrialRows& found : m_found.points) {
        for (std::size_t q = 0; q < sweepQuantities; ++q) {
            const auto quantity = SweepQuantity(q);
            if (quantity == SweepQuantity::gradK)
                found.values[q].assign(plan.keyGradient ? std::size_t(m_n) : 0, nan);
            else if ((quantity != SweepQuantity::spectral || plan.request.spectral) &&
                     (quantity != SweepQuantity::gradQ || plan.request.queryGradient))
                found.values[q].assign(rows, nan);
        }
        found.floor.assign(rows, nan);
    }
    if (plan.keyGradient) {
        for (std::size_t p = 0; p < plan.points(); ++p)
            m_keyGradients.push_back(MatrixF::Zero(m_n, plan.request.sizes[p / 2]));
    }
    for (VectorF* const room : {&m_used, &m_z, &m_e, &m_weights, &m_gradient, &m_slope})
        room->resize(m_n);
    m_rowDP.resize(m_n);
}

Trial TrialRun::run() {
    constexpr Index cells = 65'536;
    const Index rows = Index(m_plan.rows.size()), size = std::clamp<Index>(cells / m_n, 16, 256);
    for (Index begin = 0; begin < rows; begin += size) {
        if (m_stop.stop_requested())
            throw Cancelled();
        block(begin, std::min(size, rows - begin));
    }
    if (m_plan.keyGradient)
        keyGradients();
    return std::move(m_found);
}

void TrialRun::block(Index begin, Index count) {
    m_q.resize(count, m_head->dK());
    for (Index r = 0; r < count; ++r)
        m_q.row(r) = m_head->q.row(m_plan.rows[std::size_t(begin + r)]);
    m_scores.setZero(count, m_n);
    m_dP.setZero(m_plan.values ? count : 0, m_n);
    m_dims = m_valueDims = 0;
    for (std::size_t s = 0; s < m_plan.request.sizes.size(); ++s) {
        if (m_stop.stop_requested())
            throw Cancelled();
        accumulate(begin, count, m_plan.request.sizes[s]);
        for (Index r = 0; r < count; ++r) {
            const KeyRange range =
                allowedKeys(m_plan.options[2 * s].masks, m_plan.rows[std::size_t(begin + r)], m_n, m_n);
            if (range.begin < range.end)
                m_found.scores[s] = merged(m_found.scores[s], momentsOf(usedScores(r, range), range.end - range.begin));
        }
        point(2 * s, begin, count);
        point(2 * s + 1, begin, count);
    }
}

/// Scores and dP of the first `size` dimensions.
void TrialRun::accumulate(Index begin, Index count, Index size) {
    const Index more = size - m_dims;
    m_scores.noalias() += m_q.middleCols(m_dims, more) * m_head->k.middleCols(m_dims, more).transpose();
    m_dims = size;
    if (m_plan.options.front().qkNorm) {
        const auto inverse = [](float norm) { return norm > 0 ? 1 / norm : 0.F; };
        m_inverseQ = VectorF(m_q.leftCols(size).rowwise().norm()).unaryExpr(inverse);
        m_inverseK = VectorF(m_head->k.leftCols(size).rowwise().norm()).unaryExpr(inverse);
        if (m_plan.values)
            m_unitK = m_inverseK.asDiagonal() * m_head->k.leftCols(size);
    }
    const Index dV = m_plan.values ? m_plan.source.dV.value_or(size) : 0;
    if (dV <= m_valueDims)
        return;
    const Index moreV = dV - m_valueDims;
    MatrixF g(count, moreV);
    for (Index r = 0; r < count; ++r)
        g.row(r) = m_g.row(m_plan.rows[std::size_t(begin + r)]).segment(m_valueDims, moreV);
    m_dP.noalias() += g * m_head->v.middleCols(m_valueDims, moreV).transpose();
    m_valueDims = dV;
}

/// A row of the scores as the softmax sees them, from the first key in range on.
const float* TrialRun::usedScores(Index inBlock, KeyRange range) {
    const float* const scores = &m_scores(inBlock, range.begin);
    if (!m_plan.options.front().qkNorm)
        return scores;
    const Index n = range.end - range.begin;
    m_used.head(n) = m_inverseQ[inBlock] * VectorF::Map(scores, n).cwiseProduct(m_inverseK.segment(range.begin, n));
    return m_used.data();
}

void TrialRun::point(std::size_t p, Index begin, Index count) {
    if (m_plan.values)
        m_dS.setZero(count, m_n);
    for (Index r = 0; r < count; ++r)
        row(p, begin + r, r);
    if (m_plan.values)
        blockGradients(p, begin, count);
}

void TrialRun::row(std::size_t p, Index r, Index inBlock) {
    const LogitOptions& options = m_plan.options[p];
    const Index i = m_plan.rows[std::size_t(r)];
    const KeyRange range = allowedKeys(options.masks, i, m_n, m_n);
    const Index n = range.end - range.begin;
    if (n <= 0)
        return;
    logitsRow(m_none, options, i, range, usedScores(inBlock, range), m_z.data());
    const RowSoftmax softmax = softmaxRow(m_z.data(), n, m_e.data(), options.sink);
    const RowStatistics statistics = softmax.statistics();
    TrialRows& found = m_found.points[p];
    const auto store = [&](SweepQuantity quantity, double value) {
        found.values[std::size_t(quantity)][std::size_t(r)] = float(value);
    };
    store(SweepQuantity::entropy, statistics.entropy);
    store(SweepQuantity::effectiveTokens, statistics.effectiveTokens());
    store(SweepQuantity::maxWeight, statistics.maxWeight);
    store(SweepQuantity::frobenius, statistics.frobenius);
    if (!options.sink) { // it bounds the logits of the keys only
        const double spread = momentsOf(m_z.data(), n).variance;
        found.floor[std::size_t(r)] = float(entropyFloor(std::sqrt(double(n) * spread), double(n)));
    }
    if (m_plan.request.spectral)
        store(SweepQuantity::spectral, spectralOf(softmax, m_e.data(), n));
    if (m_plan.values)
        gradientRow(p, inBlock, range, softmax);
}

void TrialRun::gradientRow(std::size_t p, Index inBlock, KeyRange range, const RowSoftmax& softmax) {
    const LogitOptions& options = m_plan.options[p];
    const Index n = range.end - range.begin;
    othersValues(MapName::weights, softmax, m_e.data(), n, m_weights.data());
    if (softmax.winner >= 0)
        m_weights[softmax.winner] = winnerValue(MapName::weights, softmax);
    m_rowDP.head(n) =
        m_dP.row(inBlock).segment(range.begin, n).cast<double>().transpose() / std::sqrt(double(m_valueDims));
    const double scale = rowScale(options, n);
    softmaxBackward(softmax, m_weights.data(), m_z.data(), n, m_rowDP.data(), m_gradient.data());
    if (options.softcap) {
        softcapSlope(usedScores(inBlock, range), n, scale, *options.softcap, m_slope.data());
        m_gradient.head(n).array() *= m_slope.head(n).array();
    }
    m_dS.row(inBlock).segment(range.begin, n) = float(scale) * m_gradient.head(n).transpose();
}

/// ∂L/∂(q·k) of the block → the norms of its rows of ∂L/∂q, and its share of ∂L/∂k.
void TrialRun::blockGradients(std::size_t p, Index begin, Index count) {
    const bool unit = m_plan.options[p].qkNorm;
    if (m_plan.request.queryGradient) {
        const MatrixF gradient = unit ? MatrixF(m_dS * m_unitK) : MatrixF(m_dS * m_head->k.leftCols(m_dims));
        std::vector<float>& norms = m_found.points[p].values[std::size_t(SweepQuantity::gradQ)];
        const std::vector<float>& entropies = m_found.points[p].values[std::size_t(SweepQuantity::entropy)];
        for (Index r = 0; r < count; ++r) {
            const double norm = unit ? normThroughUnit(gradient.row(r), m_q.row(r).head(m_dims))
                                     : gradient.row(r).cast<double>().norm();
            if (!std::isnan(entropies[std::size_t(begin + r)]))
                norms[std::size_t(begin + r)] = float(norm);
        }
    }
    if (!m_plan.keyGradient)
        return;
    if (unit)
        m_keyGradients[p].noalias() += m_dS.transpose() * (m_inverseQ.asDiagonal() * m_q.leftCols(m_dims));
    else
        m_keyGradients[p].noalias() += m_dS.transpose() * m_q.leftCols(m_dims);
}

void TrialRun::keyGradients() {
    for (std::size_t p = 0; p < m_plan.points(); ++p) {
        const MatrixF& gradient = m_keyGradients[p];
        for (Index j = 0; j < m_n; ++j)
            m_found.points[p].values[std::size_t(SweepQuantity::gradK)][std::size_t(j)] = float(
                m_plan.options[p].qkNorm ? normThroughUnit(gradient.row(j), m_head->k.row(j).head(gradient.cols()))
                                         : gradient.row(j).cast<double>().norm());
    }
}

} // namespace

Trial sweepTrial(const SweepPlan& plan, Index trial, const std::stop_token& stop) {
    return TrialRun(plan, trial, stop).run();
}

} // namespace softscope
