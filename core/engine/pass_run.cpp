#include "core/engine/pass_run.h"

#include "core/engine/logit_row.h"

#include <algorithm>
#include <cmath>

namespace softscope {

namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();

/// The keys that any of the rows sees: bands' ends move one way with the row, but an empty row says nothing.
KeyRange unionOfRows(const std::vector<Mask>& masks, Index row, Index rows, Index nQ, Index nK) {
    KeyRange all;
    for (Index i = row; i < row + rows; ++i) {
        const KeyRange range = allowedKeys(masks, i, nQ, nK);
        if (range.begin == range.end)
            continue;
        all.begin = all.end == 0 ? range.begin : std::min(all.begin, range.begin);
        all.end = std::max(all.end, range.end);
    }
    return all;
}

KeyRange joined(const KeyRange& a, const KeyRange& b) {
    if (a.begin == a.end || b.begin == b.end)
        return a.begin == a.end ? b : a;
    return {std::min(a.begin, b.begin), std::max(a.end, b.end)};
}

Moments scaled(const Moments& moments, double scale) {
    Moments result = moments;
    result.mean *= scale;
    result.variance *= scale * scale;
    result.min = (scale < 0 ? moments.max : moments.min) * scale;
    result.max = (scale < 0 ? moments.min : moments.max) * scale;
    return result;
}

bool overlaps(const Region& region, Index row, Index rows) {
    return region.rowBegin < row + rows && row < region.rowEnd;
}

} // namespace

bool isStreamed(MapName map) {
    return map <= MapName::jacobianDiagonal || map == MapName::output;
}

/// z and e hold the keys of `range` only.
struct PassRun::Row {
    Index i;
    KeyRange range;
    RowSoftmax softmax;
    float* z;
    const float* e;
    Index winnerKey() const { return softmax.winner < 0 ? -1 : range.begin + softmax.winner; }
};

PassRun::PassRun(const Head& head, const FiniteMatrix& v, const Pass& pass, Frame& frame, Index blocks)
    : m_head(head), m_v(v), m_pass(pass), m_frame(frame) {
    m_softmax = m_needsE = pass.rows || pass.selected.has_value();
    for (std::size_t m = 0; m < pass.maps.size(); ++m) {
        const MapRequest& request = pass.maps[m];
        if (!isStreamed(request.map))
            continue;
        m_pools.push_back(std::make_unique<Pool>(request, wholeMap(request.map, head), frame.maps[m]));
        m_softmax |= request.map != MapName::scores && request.map != MapName::scaled;
        m_output |= request.map == MapName::output;
    }
    if (pass.rows) {
        frame.rows.resize(static_cast<std::size_t>(head.nQ()));
        m_scores.resize(static_cast<std::size_t>(blocks));
        m_logits.resize(static_cast<std::size_t>(blocks));
        if (head.nQ() == head.nK())
            m_self.assign(static_cast<std::size_t>(head.nQ()), undefined);
    }
}

KeyRange PassRun::softmaxKeys(Index row, Index rows) const {
    return unionOfRows(m_pass.options.masks, row, rows, m_head.nQ(), m_head.nK());
}

KeyRange PassRun::columns(Index row, Index rows) const {
    KeyRange needed;
    bool logits = m_pass.rows;
    for (const auto& pool : m_pools) {
        if (!overlaps(pool->region(), row, rows))
            continue;
        if (pool->request().map == MapName::scores)
            needed = joined(needed, {pool->region().colBegin, pool->region().colEnd});
        else
            logits = true;
    }
    if (m_pass.selected && *m_pass.selected >= row && *m_pass.selected < row + rows)
        return {0, m_head.nK()};
    if (logits)
        needed = joined(needed, softmaxKeys(row, rows));
    return needed;
}

bool PassRun::wantsRow(Index i) const {
    return m_pass.rows || m_pass.selected == i || std::any_of(m_pools.begin(), m_pools.end(), [&](const auto& pool) {
               return overlaps(pool->region(), i, 1);
           });
}

void PassRun::add(const ScoreBlock& block, Scratch& scratch) {
    scratch.z.resize(m_head.nK());
    scratch.e.resize(m_head.nK());
    scratch.values.resize(std::max(m_head.nK(), m_head.dV()));
    std::vector<PoolStrip> strips;
    strips.reserve(m_pools.size());
    for (const auto& pool : m_pools)
        strips.emplace_back(*pool, block.row, block.row + block.rows);
    const KeyRange keys = m_output ? softmaxKeys(block.row, block.rows) : KeyRange{};
    if (m_output)
        scratch.weights.setZero(block.rows, keys.end - keys.begin);
    std::vector<Moments> moments(2);
    for (Index i = block.row; i < block.row + block.rows; ++i)
        if (wantsRow(i))
            addRow(block, i, scratch, strips, moments);
    if (m_output)
        emitOutput(block, keys, scratch, strips);
    if (m_pass.rows) {
        const bool linear = isLinear(m_head, m_pass.options);
        m_scores[static_cast<std::size_t>(block.number)] = moments[0];
        m_logits[static_cast<std::size_t>(block.number)] =
            linear ? scaled(moments[0], m_pass.options.scale) : moments[1];
    }
}

void PassRun::addRow(const ScoreBlock& block, Index i, Scratch& scratch, std::vector<PoolStrip>& strips,
                     std::vector<Moments>& moments) {
    Row row{i, allowedKeys(m_pass.options.masks, i, m_head.nQ(), m_head.nK()), {}, scratch.z.data(), scratch.e.data()};
    const Index n = row.range.end - row.range.begin;
    if (n > 0)
        logitsRow(m_head, m_pass.options, i, row.range, block.of(i, row.range.begin), row.z);
    if (m_softmax)
        row.softmax = softmaxRow(row.z, n, scratch.e.data());
    for (std::size_t p = 0; p < m_pools.size(); ++p) {
        const MapName map = m_pools[p]->request().map;
        if (!strips[p].holds(i) || map == MapName::output)
            continue;
        if (map == MapName::scores)
            strips[p].add(i, block.of(i, m_pools[p]->region().colBegin));
        else
            emit(row, *m_pools[p], strips[p], scratch);
    }
    if (m_output)
        storeWeights(row, i - block.row, softmaxKeys(block.row, block.rows), scratch);
    if (m_pass.rows)
        statistics(block, row, moments);
    if (m_pass.selected == i)
        detail(block, row);
}

void PassRun::emit(const Row& row, Pool& pool, PoolStrip& strip, Scratch& scratch) const {
    const Region& region = pool.region();
    const MapName map = pool.request().map;
    float* const target = pool.exact() ? strip.exactRow(row.i) : scratch.values.data();
    const Index begin = std::clamp(row.range.begin, region.colBegin, region.colEnd);
    const Index end = std::clamp(row.range.end, begin, region.colEnd);
    std::fill(target, target + (begin - region.colBegin), map == MapName::scaled ? -infinity : 0.F);
    std::fill(target + (end - region.colBegin), target + region.cols(), map == MapName::scaled ? -infinity : 0.F);
    float* const inside = target + (begin - region.colBegin);
    const Index offset = begin - row.range.begin;
    if (map == MapName::scaled) {
        std::copy(row.z + offset, row.z + offset + (end - begin), inside);
    } else {
        othersValues(map, row.softmax, row.e + offset, end - begin, inside);
        const Index winner = row.winnerKey();
        if (winner >= begin && winner < end)
            target[winner - region.colBegin] = winnerValue(map, row.softmax);
    }
    if (!pool.exact())
        strip.add(row.i, target);
}

void PassRun::storeWeights(const Row& row, Index blockRow, KeyRange columns, Scratch& scratch) const {
    float* const target = scratch.weights.row(blockRow).data() + (row.range.begin - columns.begin);
    othersValues(MapName::weights, row.softmax, row.e, row.range.end - row.range.begin, target);
    if (row.softmax.winner >= 0)
        target[row.softmax.winner] = winnerValue(MapName::weights, row.softmax);
}

void PassRun::emitOutput(const ScoreBlock& block, KeyRange columns, Scratch& scratch,
                         std::vector<PoolStrip>& strips) const {
    MatrixF output = MatrixF::Zero(block.rows, m_head.dV());
    if (columns.begin != columns.end)
        output.noalias() = scratch.weights * m_v.matrix().middleRows(columns.begin, columns.end - columns.begin);
    // The product saw 0 where a value is not finite; a row that attends to such a key shows it.
    for (const Index j : m_v.bad())
        for (Index i = 0; i < block.rows; ++i)
            if (j >= columns.begin && j < columns.end && attends(m_head, m_pass.options, block.row + i, j))
                for (Index c = 0; c < m_head.dV(); ++c)
                    if (const float value = m_head.v(j, c); !std::isfinite(value))
                        output(i, c) += scratch.weights(i, j - columns.begin) * value;
    for (std::size_t p = 0; p < m_pools.size(); ++p)
        for (Index i = 0; m_pools[p]->request().map == MapName::output && i < block.rows; ++i)
            if (strips[p].holds(block.row + i))
                strips[p].add(block.row + i, &output(i, m_pools[p]->region().colBegin));
}

void PassRun::statistics(const ScoreBlock& block, const Row& row, std::vector<Moments>& moments) {
    const Index n = row.range.end - row.range.begin;
    RowStatistics result = row.softmax.statistics();
    result.argmax = row.winnerKey();
    if (m_pass.spectral)
        result.spectral = spectralOf(row.softmax, row.e, n);
    m_frame.rows[static_cast<std::size_t>(row.i)] = result;
    if (n == 0)
        return;
    moments[0] = merged(moments[0], momentsOf(block.of(row.i, row.range.begin), row.z, n));
    if (!isLinear(m_head, m_pass.options))
        moments[1] = merged(moments[1], momentsOf(row.z, row.z, n));
    if (m_self.empty() || row.softmax.keys == 0 || !row.softmax.valid)
        return;
    double self = 0;
    if (row.i == row.winnerKey())
        self = 1 / row.softmax.total;
    else if (row.i >= row.range.begin && row.i < row.range.end)
        self = static_cast<double>(row.e[row.i - row.range.begin]) * row.softmax.unit;
    m_self[static_cast<std::size_t>(row.i)] = self;
}

void PassRun::detail(const ScoreBlock& block, const Row& row) {
    const Index nK = m_head.nK(), n = row.range.end - row.range.begin, begin = row.range.begin;
    RowDetail result;
    result.row = row.i;
    result.scores = Eigen::Map<const VectorF>(block.of(row.i, 0), nK);
    result.logits = VectorF::Constant(nK, -infinity);
    result.weights = result.jacobian = VectorF::Zero(nK);
    std::copy(row.z, row.z + n, result.logits.data() + begin);
    othersValues(MapName::weights, row.softmax, row.e, n, result.weights.data() + begin);
    othersValues(MapName::jacobian, row.softmax, row.e, n, result.jacobian.data() + begin);
    if (const Index winner = row.winnerKey(); winner >= 0) {
        result.weights[winner] = winnerValue(MapName::weights, row.softmax);
        result.jacobian[winner] = winnerValue(MapName::jacobian, row.softmax);
    }
    result.statistics = row.softmax.statistics();
    result.statistics.argmax = row.winnerKey();
    result.statistics.spectral = spectralOf(row.softmax, row.e, n);
    m_frame.selected = std::move(result);
}

void PassRun::finish() {
    for (const auto& pool : m_pools)
        pool->finish();
    for (const Moments& moments : m_scores)
        m_frame.scores = merged(m_frame.scores, moments);
    for (const Moments& moments : m_logits)
        m_frame.logits = merged(m_frame.logits, moments);
    double sum = 0, count = 0;
    for (const double self : m_self) {
        sum += std::isnan(self) ? 0 : self;
        count += std::isnan(self) ? 0 : 1;
    }
    if (count > 0)
        m_frame.selfWeight = sum / count;
}

} // namespace softscope
