// Backward: the forward lines, and what each becomes given G = ∂L/∂O (numerics.md).
//   z = c · tanh(scale · q k / c) + bias      ∂z/∂(q k) = scale / cosh²(scale · q k / c)
//   s = softmax(z)                            ∂L/∂z_j = s_j Σ_m s_m (dP_j − dP_m)
//   O = s V                                   dP = G Vᵀ, dV = sᵀ G
#include "core/engine/evaluate.h"
#include "core/engine/logit_row.h"
#include "core/engine/operands.h"
#include "core/engine/row_kernels.h"
#include "core/engine/scratch.h"

#include "core/base/parallel.h"

#include <algorithm>
#include <cmath>

namespace softscope {

namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();

/// dP [n] → ∂L/∂z [n], in place. Only the winner's entry needs the long form, Σ over the others of s_j (dP_win − dP_j):
/// for the rest s_j (dP_j − Σ s dP) has no cancellation that matters. Masked entries become 0.
void softmaxBackward(const RowSoftmax& row, const float* weights, const float* z, Index n, float* dP) {
    double mean = 0, winner = 0;
    const float winning = row.winner < 0 ? 0.F : dP[row.winner];
#pragma omp simd reduction(+ : mean, winner)
    for (Index j = 0; j < n; ++j) {
        // A masked key's dP may be NaN; the winner adds 0 to its own sum.
        const double d = static_cast<double>(z[j] == -infinity ? 0.F : dP[j]);
        const double s = static_cast<double>(weights[j]);
        mean += s * d;
        winner += s * (static_cast<double>(winning) - d);
    }
    for (Index j = 0; j < n; ++j) {
        const double d = static_cast<double>(dP[j]) - mean;
        dP[j] = z[j] == -infinity ? 0.F : static_cast<float>(static_cast<double>(weights[j]) * d);
    }
    if (row.winner >= 0)
        dP[row.winner] = static_cast<float>(winner / row.total);
}

/// A few blocks of query rows at a time: each thread makes weights and ∂L/∂(q·k) of its blocks, then each adds the
/// rows' share to its own keys' gradients. So the sums do not depend on the number of threads.
class Backward {
public:
    Backward(const Head& head, const LogitOptions& options, const MatrixF& upstream, const Compute& compute);
    Gradients run();

private:
    void queryBlock(Index row, Index rows, Index slot, Scratch& scratch);
    void keyBlock(Index key, Index keys, Index row, Index rows);
    void throughNorm(const MatrixF& vectors, const MatrixF& unit, MatrixF& gradient) const;
    MatrixF throughProjection(const MatrixF& x, const MatrixF& gradient) const;

    const Head& m_head;
    const LogitOptions& m_options;
    const Compute& m_compute;
    QueryKey m_operands;
    FiniteMatrix m_q, m_k, m_v, m_g;
    MatrixF m_weights, m_scores; ///< [rows at a time × n_k]: s, and ∂L/∂(q·k)
    Gradients m_result;
};

Backward::Backward(const Head& head, const LogitOptions& options, const MatrixF& upstream, const Compute& compute)
    : m_head(head), m_options(options), m_compute(compute), m_operands(head, options.qkNorm), m_q(m_operands.q()),
      m_k(m_operands.k()), m_v(head.v), m_g(upstream) {
    m_result.q = MatrixF::Zero(head.nQ(), head.dK());
    m_result.k = MatrixF::Zero(head.nK(), head.dK());
    m_result.v = MatrixF::Zero(head.nK(), head.dV());
}

Gradients Backward::run() {
    const Index nQ = m_head.nQ(), nK = m_head.nK(), size = blockRows(nK);
    constexpr Index cellsAtATime = 2'097'152;
    const Index step = size * std::clamp<Index>(cellsAtATime / (size * nK), 1, 16);
    m_weights.resize(std::min(step, nQ), nK);
    m_scores.resize(std::min(step, nQ), nK);
    ScratchPool pool;
    constexpr Index keysAtATime = 64;
    for (Index row = 0; row < nQ; row += step) {
        const Index rows = std::min(step, nQ - row);
        parallelFor((rows + size - 1) / size, m_compute.threads, m_compute.stop, [&](Index b) {
            const ScratchPool::Loan scratch(pool);
            queryBlock(row + b * size, std::min(size, rows - b * size), b * size, *scratch);
        });
        parallelFor((nK + keysAtATime - 1) / keysAtATime, m_compute.threads, m_compute.stop, [&](Index b) {
            keyBlock(b * keysAtATime, std::min(keysAtATime, nK - b * keysAtATime), row, rows);
        });
    }
    if (m_options.qkNorm) {
        throughNorm(m_head.q, m_operands.q(), m_result.q);
        throughNorm(m_head.k, m_operands.k(), m_result.k);
    }
    if (m_head.projection) {
        const FiniteMatrix x(m_head.projection->x);
        m_result.wQ = throughProjection(x.matrix(), m_result.q);
        m_result.wK = throughProjection(x.matrix(), m_result.k);
        m_result.wV = throughProjection(x.matrix(), m_result.v);
    }
    return std::move(m_result);
}

void Backward::queryBlock(Index row, Index rows, Index slot, Scratch& scratch) {
    const Index nK = m_head.nK();
    scratch.scores.resize(rows, nK);
    scratch.z.resize(nK);
    scratch.e.resize(nK);
    scratch.values.resize(nK);
    scoreBlock(m_operands.q(), row, rows, m_operands.k(), 0, nK, scratch.scores.data());
    auto weights = m_weights.middleRows(slot, rows);
    auto dS = m_scores.middleRows(slot, rows);
    dS.noalias() = m_g.source().middleRows(row, rows) * m_head.v.transpose(); // dP
    for (Index r = 0; r < rows; ++r) {
        const Index i = row + r;
        const KeyRange range = allowedKeys(m_options.masks, i, m_head.nQ(), nK);
        const Index n = range.end - range.begin;
        float* const s = &weights(r, 0);
        float* const d = &dS(r, 0);
        std::fill(s, s + nK, 0.F);
        std::fill(d, d + range.begin, 0.F);
        std::fill(d + range.end, d + nK, 0.F);
        if (n == 0)
            continue;
        const float* const scores = &scratch.scores(r, range.begin);
        logitsRow(m_head, m_options, i, range, scores, scratch.z.data());
        const RowSoftmax softmax = softmaxRow(scratch.z.data(), n, scratch.e.data());
        othersValues(MapName::weights, softmax, scratch.e.data(), n, s + range.begin);
        if (softmax.winner >= 0)
            s[range.begin + softmax.winner] = winnerValue(MapName::weights, softmax);
        softmaxBackward(softmax, s + range.begin, scratch.z.data(), n, d + range.begin);
        const float scale = static_cast<float>(m_options.scale);
        if (m_options.softcap) {
            softcapSlope(scores, n, m_options.scale, *m_options.softcap, scratch.values.data());
            for (Index j = 0; j < n; ++j)
                d[range.begin + j] *= scratch.z[j] == -infinity ? 0.F : scratch.values[j];
        }
        for (Index j = 0; j < n; ++j)
            d[range.begin + j] *= scale;
    }
    m_result.q.middleRows(row, rows).noalias() = dS * m_k.matrix();
}

void Backward::keyBlock(Index key, Index keys, Index row, Index rows) {
    const auto dS = m_scores.block(0, key, rows, keys).transpose();
    const auto weights = m_weights.block(0, key, rows, keys).transpose();
    m_result.k.middleRows(key, keys).noalias() += dS * m_q.matrix().middleRows(row, rows);
    m_result.v.middleRows(key, keys).noalias() += weights * m_g.matrix().middleRows(row, rows);
    // The product saw 0 where G is not finite; the keys that such a row attends to show it.
    for (const Index i : m_g.bad())
        for (Index j = key; i >= row && i < row + rows && j < key + keys; ++j)
            if (attends(m_head, m_options, i, j))
                for (Index c = 0; c < m_head.dV(); ++c)
                    if (const float value = m_g.source()(i, c); !std::isfinite(value))
                        m_result.v(j, c) += m_weights(i - row, j) * value;
}

// u = x / ‖x‖: ∂L/∂x = (dU − (dU·u) u) / ‖x‖. A zero vector stays zero whatever its neighbourhood: gradient 0.
void Backward::throughNorm(const MatrixF& vectors, const MatrixF& unit, MatrixF& gradient) const {
    for (Index i = 0; i < vectors.rows(); ++i) {
        const VectorD d = gradient.row(i).cast<double>().transpose();
        const double norm = vectors.row(i).cast<double>().norm();
        if (norm == 0 || d.isZero(0)) {
            gradient.row(i).setZero();
            continue;
        }
        const VectorD u = unit.row(i).cast<double>().transpose();
        gradient.row(i) = ((d - d.dot(u) * u) / norm).cast<float>().transpose();
    }
}

MatrixF Backward::throughProjection(const MatrixF& x, const MatrixF& gradient) const {
    MatrixF result(x.cols(), gradient.cols());
    constexpr Index size = 32;
    parallelFor((x.cols() + size - 1) / size, m_compute.threads, m_compute.stop, [&](Index b) {
        const Index begin = b * size, count = std::min(size, x.cols() - begin);
        result.middleRows(begin, count).noalias() = x.middleCols(begin, count).transpose() * gradient;
    });
    return result;
}

} // namespace

Gradients backward(const Head& head, const LogitOptions& options, const Compute& compute) {
    if (compute.upstream)
        return Backward(head, options, *compute.upstream, compute).run();
    const MatrixF ones = MatrixF::Ones(head.nQ(), head.dV());
    return Backward(head, options, ones, compute).run();
}

} // namespace softscope
