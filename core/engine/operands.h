// The matrices that the products are made of.
#pragma once

#include "core/engine/logits.h"

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

/// q and k as the scores take them: the head's own, or their rows normalised.
class QueryKey {
public:
    QueryKey(const Head& head, bool qkNorm);
    const MatrixF& q() const { return m_own ? m_q : m_head.q; }
    const MatrixF& k() const { return m_own ? m_k : m_head.k; }

private:
    const Head& m_head;
    bool m_own;
    MatrixF m_q, m_k;
};

/// target [rows × cols, row-major, packed] = q[row, row + rows) · k[col, col + cols)ᵀ.
void scoreBlock(const MatrixF& q, Index row, Index rows, const MatrixF& k, Index col, Index cols, float* target);

/// The keys that any of the query rows [row, row + rows) sees; begin == end: none.
KeyRange keysOfRows(const std::vector<Mask>& masks, Index row, Index rows, Index nQ, Index nK);

/// How many query rows a block has: what keeps its scores in the second-level cache. Depends on n_k only, so that
/// results do not depend on the number of threads.
Index blockRows(Index nK);

} // namespace softscope
