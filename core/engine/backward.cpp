// Backward: the forward lines, and what each becomes given G = ∂L/∂O (numerics.md).
//   z = c · tanh(scale · q k / c) + bias      ∂z/∂(q k) = scale / cosh²(scale · q k / c), scale with ln n_k in it
//   s = softmax(z)                            ∂L/∂z_j = s_j Σ_m s_m (dP_j − dP_m), over a sink too, whose dP is 0
//   O = s V                                   dP = G Vᵀ, dV = sᵀ G
#include "core/engine/backward_row.h"
#include "core/engine/forward.h"
#include "core/engine/logit_row.h"

#include "core/base/error.h"
#include "core/base/parallel.h"

#include <algorithm>
#include <cmath>
#include <new>
#include <optional>

namespace softscope {

namespace {

/// A few blocks of query rows at a time: each thread makes weights and ∂L/∂(q·k) of its blocks, then each adds the
/// rows' share to its own keys' gradients. So the sums do not depend on the number of threads.
class Backward {
public:
    /// upstream: null for ones, whose products are sums.
    Backward(const Head& head, const LogitOptions& options, const MatrixF* upstream, const Compute& compute);
    Gradients run();

private:
    void queryBlock(Index row, Index rows, Index slot, Scratch& scratch);
    void keyBlock(Index key, Index keys, Index row, Index rows);
    void addRows(Index key, Index keys, Index row, Index slot, Index rows);
    void throughNorm(const MatrixF& vectors, const MatrixF& unit, MatrixF& gradient) const;
    MatrixF throughProjection(const MatrixF& x, const MatrixF& gradient) const;

    const Head& m_head;
    const LogitOptions& m_options;
    const Compute& m_compute;
    QueryKey m_operands;
    FiniteMatrix m_q, m_k, m_v;
    std::optional<FiniteMatrix> m_g; ///< none: ones
    VectorD m_sumV;                  ///< [n_k] dP of every row where G is ones: the sum of each value's numbers
    VectorD m_sumWeights;            ///< [n_k] where G is ones: a row of dV is this in every column
    MatrixF m_weights, m_scores;     ///< [rows at a time × n_k]: s, and ∂L/∂(q·k)
    std::vector<KeyRange> m_columns; ///< which of their columns are filled, for each block at a time; of whole tiles
    Gradients m_result;
};

constexpr Index tile = 64; ///< keys whose gradients one thread adds to at a time

Backward::Backward(const Head& head, const LogitOptions& options, const MatrixF* upstream, const Compute& compute)
    : m_head(head), m_options(options), m_compute(compute),
      m_operands(head, options.qkNorm, compute.threads, compute.stop), m_q(m_operands.q()), m_k(m_operands.k()),
      m_v(head.v) {
    if (upstream != nullptr) {
        m_g.emplace(*upstream);
    } else {
        m_sumV = head.v.cast<double>().rowwise().sum();
        m_sumWeights = VectorD::Zero(head.nK());
    }
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
    m_columns.resize(static_cast<std::size_t>(step / size));
    ScratchPool pool;
    for (Index row = 0; row < nQ; row += step) {
        const Index rows = std::min(step, nQ - row);
        parallelFor((rows + size - 1) / size, m_compute.threads, m_compute.stop, [&](Index b) {
            const ScratchPool::Loan scratch(pool);
            queryBlock(row + b * size, std::min(size, rows - b * size), b * size, *scratch);
        });
        parallelFor((nK + tile - 1) / tile, m_compute.threads, m_compute.stop,
                    [&](Index b) { keyBlock(b * tile, std::min(tile, nK - b * tile), row, rows); });
    }
    if (!m_g)
        m_result.v.colwise() = m_sumWeights.cast<float>();
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
    const KeyRange keys = keysOfRows(m_options.masks, row, rows, m_head.nQ(), nK);
    const Index begin = keys.begin / tile * tile;
    const Index cols = std::min((keys.end + tile - 1) / tile * tile, nK) - begin;
    m_columns[static_cast<std::size_t>(slot / blockRows(nK))] = {begin, begin + cols};
    if (cols <= 0)
        return;
    scratch.scores.resize(rows, cols);
    scratch.z.resize(cols);
    scratch.e.resize(cols);
    scratch.values.resize(cols);
    m_operands.scores(row, rows, begin, cols, scratch.scores.data(), cols, scratch.room);
    auto weights = m_weights.block(slot, begin, rows, cols);
    auto dS = m_scores.block(slot, begin, rows, cols);
    // In double: only the differences of dP count, and V's common part may be far larger than they are.
    if (m_g) {
        scratch.dP.resize(rows, cols);
        scratch.dP.noalias() = m_g->source().middleRows(row, rows).cast<double>() *
                               m_head.v.middleRows(begin, cols).cast<double>().transpose();
    }
    const BackwardRoom room{scratch.z.data(), scratch.e.data(), scratch.values.data()};
    for (Index r = 0; r < rows; ++r) {
        const KeyRange range = allowedKeys(m_options.masks, row + r, m_head.nQ(), nK);
        if (const Index at = range.begin - begin; range.begin < range.end)
            backwardRow(m_head, m_options, row + r, range, &scratch.scores(r, at),
                        m_g ? &scratch.dP(r, at) : &m_sumV[range.begin], &weights(r, at), &dS(r, at), room);
        const Index left = range.begin == range.end ? cols : range.begin - begin;
        const Index right = range.begin == range.end ? 0 : begin + cols - range.end;
        for (float* const values : {&weights(r, 0), &dS(r, 0)}) {
            std::fill(values, values + left, 0.F);
            std::fill(values + cols - right, values + cols, 0.F);
        }
    }
    m_result.q.middleRows(row, rows).noalias() = dS * m_k.matrix().middleRows(begin, cols);
}

/// Adds what the query rows [row, row + rows), now in the slots from 0 on, give to the gradients of a tile of keys.
void Backward::keyBlock(Index key, Index keys, Index row, Index rows) {
    const Index size = blockRows(m_head.nK()), blocks = (rows + size - 1) / size;
    const auto reaches = [&](Index block) {
        const KeyRange& columns = m_columns[static_cast<std::size_t>(block)];
        return columns.begin <= key && key < columns.end;
    };
    for (Index first = 0; first < blocks;) {
        Index next = first + 1;
        for (const bool reached = reaches(first); next < blocks && reaches(next) == reached;)
            ++next;
        if (reaches(first))
            addRows(key, keys, row + first * size, first * size, std::min(next * size, rows) - first * size);
        first = next;
    }
}

void Backward::addRows(Index key, Index keys, Index row, Index slot, Index rows) {
    const auto dS = m_scores.block(slot, key, rows, keys).transpose();
    m_result.k.middleRows(key, keys).noalias() += dS * m_q.matrix().middleRows(row, rows);
    const auto weights = m_weights.block(slot, key, rows, keys);
    if (!m_g) {
        Eigen::Matrix<float, 1, Eigen::Dynamic, Eigen::RowMajor, 1, tile> sum = weights.row(0);
        for (Index r = 1; r < rows; ++r)
            sum += weights.row(r);
        m_sumWeights.segment(key, keys) += sum.transpose().cast<double>();
        return;
    }
    m_result.v.middleRows(key, keys).noalias() += weights.transpose() * m_g->matrix().middleRows(row, rows);
    // The product saw 0 where G is not finite; the keys that such a row attends to show it.
    for (const Index i : m_g->bad())
        for (Index j = key; i >= row && i < row + rows && j < key + keys; ++j)
            if (attends(m_head, m_options, i, j))
                for (Index c = 0; c < m_head.dV(); ++c)
                    if (const float value = m_g->source()(i, c); !std::isfinite(value))
                        m_result.v(j, c) += m_weights(slot + i - row, j) * value;
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
    checkUpstream(head, compute);
    try {
        return Backward(head, options, compute.upstream, compute).run();
    } catch (const std::bad_alloc&) {
        throw Error("There is not enough memory for the gradients of this head; take fewer tokens.");
    }
}

} // namespace softscope
