#include "core/engine/reduced_rows.h"

#include "core/engine/pool.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace softscope {

namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();

/// Keys at a time: a block's scores for them stay in the second-level cache, and one row's in the first.
constexpr Index pieceKeys = 4096;

struct Winner {
    Index at;           ///< the first of the largest
    float second, rest; ///< the largest of the others; of those in its group, −inf where there is none
};

Winner winnerOf(float* scores, Index n, float high) {
    const Index at = firstEqual(scores, n, high);
    scores[at] = -infinity;
    const float second = highest(scores, n);
    scores[at] = high;
    return {at, second, -infinity};
}

/// The same from the maxima of the piece's groups, the first of which has `head` keys and the others `size`.
Winner winnerOf(float* scores, Index n, float high, float* maxima, Index count, Index head, Index size) {
    const Index group = firstEqual(maxima, count, high);
    const Index begin = group == 0 ? 0 : head + (group - 1) * size;
    const Index keys = std::min(group == 0 ? head : size, n - begin);
    Winner winner = winnerOf(scores + begin, keys, high);
    winner.rest = winner.second;
    winner.at += begin;
    maxima[group] = winner.rest;
    winner.second = highest(maxima, count);
    maxima[group] = high;
    return winner;
}

/// maxima[g] = the largest of each group, the first of which has `head` numbers; returns how many there are.
Index groupsOf(const float* scores, Index n, Index head, Index size, float* maxima) {
    if (n <= head) {
        maxima[0] = highest(scores, n);
        return 1;
    }
    const Index first = head == size ? 0 : 1;
    if (first == 1)
        maxima[0] = highest(scores, head);
    const Index from = first * head;
    finiteGroupMaxima(scores + from, n - from, size, maxima + first);
    return first + (n - from + size - 1) / size;
}

} // namespace

void ReducedRows::compute(const Head& head, const QueryKey& operands, const Reduction& reduction, Index row,
                          Index rows) {
    start(head, reduction, row, rows);
    const KeyRange keys = keysOfRows(*reduction.masks, row, rows, head.nQ(), head.nK());
    // Pieces end where the groups begin and end, and hold whole groups between.
    const Groups groups = reduction.groups.value_or(Groups{0, 0, 1});
    const Index step = std::max(pieceKeys / groups.size, Index(1)) * groups.size;
    for (Index begin = keys.begin; begin < keys.end;) {
        Index end = std::min(begin + step, keys.end);
        if (begin < groups.begin)
            end = std::min(end, groups.begin);
        else if (begin < groups.end)
            end = std::min({groups.begin + ((begin - groups.begin) / groups.size + step / groups.size) * groups.size,
                            groups.end, keys.end});
        piece(operands, reduction, begin, end);
        begin = end;
    }
}

void ReducedRows::start(const Head& head, const Reduction& reduction, Index row, Index rows) {
    const auto count = static_cast<std::size_t>(rows);
    m_row = row;
    m_moments = {};
    m_passes = reduction.scales.size();
    m_rows.assign(count, {});
    m_sums.clear();
    m_sums.reserve(count * m_passes);
    if (const std::optional<Groups>& groups = reduction.groups)
        m_groups.setConstant(rows, (groups->end - groups->begin + groups->size - 1) / groups->size, -infinity);
    for (std::size_t r = 0; r < count; ++r) {
        ReducedRow& state = m_rows[r];
        state.range = allowedKeys(*reduction.masks, row + static_cast<Index>(r), head.nQ(), head.nK());
        state.plain = state.range.begin < state.range.end;
        state.groups = reduction.groups ? m_groups.data() + static_cast<Index>(r) * m_groups.cols() : nullptr;
        for (const double scale : reduction.scales)
            m_sums.emplace_back(scale);
        state.sums = m_sums.data() + r * m_passes;
    }
}

void ReducedRows::piece(const QueryKey& operands, const Reduction& reduction, Index begin, Index end) {
    // Rows a power of two apart would meet in the same few places of the first-level cache.
    const Index cols = end - begin, stride = cols + 16;
    m_scores.resize(rows() * stride);
    operands.scores(m_row, rows(), begin, cols, m_scores.data(), stride, m_room);
    const bool grouped = reduction.groups && begin >= reduction.groups->begin && begin < reduction.groups->end;
    for (Index r = 0; r < rows(); ++r) {
        ReducedRow& state = m_rows[static_cast<std::size_t>(r)];
        const Index first = std::max(begin, state.range.begin), n = std::min(end, state.range.end) - first;
        if (n > 0)
            addPiece(state, m_row + r, m_scores.data() + r * stride + (first - begin), first, n,
                     grouped ? reduction.groups : std::nullopt);
    }
}

void ReducedRows::addPiece(ReducedRow& row, Index i, float* scores, Index first, Index n,
                           const std::optional<Groups>& groups) {
    const ScoreScan scan = scanScores(scores, n);
    m_moments = merged(m_moments, scan.moments);
    const auto r = static_cast<std::size_t>(i - m_row);
    const std::span<RunningSoftmax> sums(m_sums.data() + r * m_passes, m_passes);
    row.plain = row.plain && scan.plain && std::all_of(sums.begin(), sums.end(), [&](const RunningSoftmax& one) {
                    return std::isfinite(one.factor() * scan.low) && std::isfinite(one.factor() * scan.high);
                });
    if (!row.plain)
        return;
    Winner winner{};
    if (groups) {
        const Index at = first - groups->begin, group = at / groups->size;
        const Index head = (group + 1) * groups->size - at;
        float* const maxima = m_groups.row(static_cast<Index>(r)).data() + group;
        const Index count = groupsOf(scores, n, head, groups->size, maxima);
        winner = winnerOf(scores, n, scan.high, maxima, count, head, groups->size);
    } else {
        winner = winnerOf(scores, n, scan.high);
    }
    if (row.winner < 0 || scan.high > row.high) {
        row.winner = first + winner.at;
        row.high = scan.high;
        row.rest = winner.rest;
    }
    if (i >= first && i < first + n)
        row.self = scores[i - first];
    for (RunningSoftmax& one : sums)
        one.add(scores, n, winner.at, winner.second);
}

} // namespace softscope
