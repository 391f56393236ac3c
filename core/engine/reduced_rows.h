// Blocks of query rows of which only sums and maxima are kept: the scores come a piece of keys at a time and are gone
// again before they leave the cache.
#pragma once

#include "core/engine/operands.h"
#include "core/engine/running_softmax.h"

#include <optional>
#include <span>

namespace softscope {

/// Consecutive groups of `size` columns of [begin, end).
struct Groups {
    Index begin, end, size;
    bool operator==(const Groups&) const = default;
};

/// What the passes that share it need of their scores. Their logits are scale × score under the same bands of masks.
struct Reduction {
    const std::vector<Mask>* masks;
    std::optional<Groups> groups; ///< which maxima; none: only sums
    std::vector<double> scales;   ///< one a pass
};

/// A row under its bands.
struct ReducedRow {
    bool plain = true;          ///< else nothing but the moments: a number that is not finite, or no key at all
    KeyRange range;             ///< its keys
    Index winner = -1;          ///< the first key with the largest score
    float high = 0, rest = 0;   ///< that score, and the largest other one in its group
    float self = 0;             ///< the score of key i in row i, where it is in range
    const float* groups;        ///< the largest score of each group, −inf where it has no key
    const RunningSoftmax* sums; ///< one a pass
};

/// The rows of one block; memory that is used again for the next.
class ReducedRows {
public:
    void compute(const Head& head, const QueryKey& operands, const Reduction& reduction, Index row, Index rows);

    Index row() const { return m_row; }
    Index rows() const { return std::ssize(m_rows); }
    const ReducedRow& of(Index i) const { return m_rows[static_cast<std::size_t>(i - m_row)]; }
    const Moments& moments() const { return m_moments; } ///< of the scores in range

    static constexpr Index blockRows = 24; ///< query rows of a block

private:
    void start(const Head& head, const Reduction& reduction, Index row, Index rows);
    void piece(const QueryKey& operands, const Reduction& reduction, Index begin, Index end);
    void addPiece(ReducedRow& row, Index i, float* scores, Index first, Index n, const std::optional<Groups>& groups);

    Index m_row = 0;
    std::vector<ReducedRow> m_rows;
    std::vector<RunningSoftmax> m_sums; ///< [rows × passes]
    std::size_t m_passes = 0;
    MatrixF m_groups; ///< [rows × groups]
    VectorF m_scores, m_room;
    Moments m_moments;
};

} // namespace softscope
