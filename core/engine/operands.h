// The matrices that the products are made of.
#pragma once

#include "core/engine/logits.h"
#include "core/engine/packed_keys.h"

namespace softscope {

/// A matrix whose numbers that are not finite are 0, so that a masked NaN times a weight of 0 is 0. `bad` are the rows
/// that had any.
class FiniteMatrix {
public:
    explicit FiniteMatrix(const MatrixF& source);
    const MatrixF& matrix() const { return m_bad.empty() ? m_source : m_copy; }
    const MatrixF& source() const { return m_source; }
    const std::vector<Index>& bad() const { return m_bad; }

private:
    const MatrixF& m_source;
    MatrixF m_copy;
    std::vector<Index> m_bad;
};

/// Each row divided by its ℓ2 norm; a zero row stays zero.
MatrixF normalisedRows(const MatrixF& matrix);

/// q and k as the scores take them: the head's own, or their rows normalised. The keys are packed once, here.
class QueryKey {
public:
    /// `threads` and `stop` as parallelFor takes them; throws Cancelled.
    QueryKey(const Head& head, bool qkNorm, int threads = 0, const std::stop_token& stop = {});
    const MatrixF& q() const { return m_own ? m_q : m_head.q; }
    const MatrixF& k() const { return m_own ? m_k : m_head.k; }

    const PackedKeys& packedKeys() const { return m_packed; }

    /// target [rows × cols, rows `stride` apart] = q[row, row + rows) · k[col, col + cols)ᵀ; `room` is memory to work
    /// in.
    void scores(Index row, Index rows, Index col, Index cols, float* target, Index stride, VectorF& room) const {
        m_packed.product(q(), row, rows, col, cols, target, stride, room);
    }

private:
    const Head& m_head;
    bool m_own;
    MatrixF m_q, m_k;
    PackedKeys m_packed;
};

/// The keys that any of the query rows [row, row + rows) sees; begin == end: none.
KeyRange keysOfRows(const std::vector<Mask>& masks, Index row, Index rows, Index nQ, Index nK);

/// How many query rows a block has: what keeps its scores in the second-level cache, but enough to use each panel of
/// keys a few times. Depends on n_k only, so that results do not depend on the number of threads.
Index blockRows(Index nK);

} // namespace softscope
