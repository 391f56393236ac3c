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
    const float* e;                                         ///< null where nothing uses it
    Index pooledBegin = -1, pooledEnd = -1, pooledSize = 0; ///< which columns scratch.pooledZ holds the maxima of
    Index winnerKey() const { return softmax.winner < 0 ? -1 : range.begin + softmax.winner; }
};

/// Of the block's scores and logits so far.
struct PassRun::BlockMoments {
    bool linear;    ///< the logits' follow from the scores'
    bool shareable; ///< they depend on the bands only
    Moments scores, logits;
    bool ready = false; ///< another pass has them
};

PassRun::PassRun(const Head& head, const FiniteMatrix& v, const Pass& pass, Frame& frame, Index blocks)
    : m_head(head), m_v(v), m_pass(pass), m_frame(frame) {
    m_softmax = pass.rows || pass.selected.has_value();
    m_everyE = pass.spectral;
    for (std::size_t m = 0; m < pass.maps.size(); ++m) {
        const MapRequest& request = pass.maps[m];
        if (!isStreamed(request.map))
            continue;
        m_pools.push_back(std::make_unique<Pool>(request, wholeMap(request.map, head), frame.maps[m]));
        m_softmax |= request.map != MapName::scores && request.map != MapName::scaled;
        m_output |= request.map == MapName::output;
        const Pool& pool = *m_pools.back();
        m_everyE |= request.map == MapName::output || !pool.maxima() || pool.poolCols() == 1;
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
    const bool linear = isLinear(m_head, m_pass.options);
    BlockMoments moments{linear, linear && !m_head.mask, {}, {}};
    SharedMoments& shared = scratch.moments;
    if (moments.shareable && shared.masks && *shared.masks == m_pass.options.masks)
        moments.ready = true;
    for (Index i = block.row; i < block.row + block.rows; ++i)
        if (wantsRow(i))
            addRow(block, i, keys, scratch, strips, moments);
    if (m_output)
        emitOutput(block, keys, scratch, strips);
    if (!m_pass.rows)
        return;
    if (moments.ready)
        moments.scores = shared.scores;
    else if (moments.shareable)
        shared = {&m_pass.options.masks, moments.scores};
    const auto number = static_cast<std::size_t>(block.number);
    m_scores[number] = moments.scores;
    m_logits[number] = linear ? scaled(moments.scores, m_pass.options.scale) : moments.logits;
}

void PassRun::addRow(const ScoreBlock& block, Index i, KeyRange outputKeys, Scratch& scratch,
                     std::vector<PoolStrip>& strips, BlockMoments& moments) {
    Row row{i, allowedKeys(m_pass.options.masks, i, m_head.nQ(), m_head.nK()), {}, scratch.z.data(), nullptr};
    const Index n = row.range.end - row.range.begin;
    if (n > 0)
        logitsRow(m_head, m_pass.options, i, row.range, block.of(i, row.range.begin), row.z);
    if (m_softmax) {
        row.e = m_everyE || m_pass.selected == i ? scratch.e.data() : nullptr;
        row.softmax = softmaxRow(row.z, n, row.e ? scratch.e.data() : nullptr);
        if (!row.e && (!row.softmax.valid || row.softmax.keys == 0)) {
            row.e = scratch.e.data();
            row.softmax = softmaxRow(row.z, n, scratch.e.data());
        }
    }
    for (std::size_t p = 0; p < m_pools.size(); ++p) {
        Pool& pool = *m_pools[p];
        const MapName map = pool.request().map;
        if (!strips[p].holds(i) || map == MapName::output)
            continue;
        if (map == MapName::scores)
            strips[p].add(i, block.of(i, pool.region().colBegin));
        else if (pool.maxima() && pool.poolCols() > 1 && row.softmax.winner >= 0)
            emitMaxima(row, pool, strips[p], scratch);
        else
            emit(row, pool, strips[p], scratch);
    }
    if (m_output)
        storeWeights(row, i - block.row, outputKeys, scratch);
    if (m_pass.rows)
        statistics(block, row, moments);
    if (m_pass.selected == i)
        detail(block, row);
}

/// scratch.pooledZ = the largest logit of each group of the region's columns but for the row's winner, pooledE its e.
void PassRun::poolRow(Row& row, const Pool& pool, Scratch& scratch) const {
    const Region& region = pool.region();
    if (row.pooledBegin == region.colBegin && row.pooledEnd == region.colEnd && row.pooledSize == pool.poolCols())
        return;
    row.pooledBegin = region.colBegin;
    row.pooledEnd = region.colEnd;
    row.pooledSize = pool.poolCols();
    const Index cells = pool.cellColumns();
    scratch.pooledZ.resize(cells);
    scratch.pooledE.resize(cells);
    float& winner = row.z[row.softmax.winner];
    const float high = winner;
    winner = -infinity;
    const float* source = row.z + (region.colBegin - row.range.begin);
    if (region.colBegin < row.range.begin || region.colEnd > row.range.end) {
        const Index begin = std::clamp(row.range.begin, region.colBegin, region.colEnd);
        const Index end = std::clamp(row.range.end, begin, region.colEnd);
        float* const copy = scratch.values.data();
        std::fill(copy, copy + region.cols(), -infinity);
        std::copy(row.z + (begin - row.range.begin), row.z + (end - row.range.begin), copy + (begin - region.colBegin));
        source = copy;
    }
    finiteGroupMaxima(source, region.cols(), pool.poolCols(), scratch.pooledZ.data());
    winner = high;
    expRow(scratch.pooledZ.data(), cells, row.softmax.shift, scratch.pooledE.data());
}

/// Weights, Jacobian and its diagonal rise with the logit among a row's keys that are not the winner, so the largest of
/// a group is that of its largest logit.
void PassRun::emitMaxima(Row& row, Pool& pool, PoolStrip& strip, Scratch& scratch) const {
    poolRow(row, pool, scratch);
    const Region& region = pool.region();
    const MapName map = pool.request().map;
    float* const target = scratch.values.data();
    if (map == MapName::scaled)
        std::copy(scratch.pooledZ.begin(), scratch.pooledZ.end(), target);
    else
        othersValues(map, row.softmax, scratch.pooledE.data(), pool.cellColumns(), target);
    const Index winner = row.winnerKey();
    if (winner >= region.colBegin && winner < region.colEnd) {
        float& cell = target[(winner - region.colBegin) / pool.poolCols()];
        cell = std::max(cell, map == MapName::scaled ? row.z[row.softmax.winner] : winnerValue(map, row.softmax));
    }
    strip.addPooled(row.i, target);
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

void PassRun::statistics(const ScoreBlock& block, const Row& row, BlockMoments& moments) {
    const Index n = row.range.end - row.range.begin;
    RowStatistics result = row.softmax.statistics();
    result.argmax = row.winnerKey();
    if (m_pass.spectral)
        result.spectral = spectralOf(row.softmax, row.e, n);
    m_frame.rows[static_cast<std::size_t>(row.i)] = result;
    if (n == 0)
        return;
    if (!moments.ready) {
        const float* const scores = block.of(row.i, row.range.begin);
        moments.scores = merged(moments.scores, moments.shareable ? momentsOf(scores, n) : momentsOf(scores, row.z, n));
    }
    if (!moments.linear)
        moments.logits = merged(moments.logits, momentsOf(row.z, n));
    if (!m_self.empty() && row.softmax.winner >= 0)
        m_self[static_cast<std::size_t>(row.i)] = selfWeight(row);
}

double PassRun::selfWeight(const Row& row) const {
    if (row.i == row.winnerKey())
        return 1 / row.softmax.total;
    if (row.i < row.range.begin || row.i >= row.range.end)
        return 0;
    float e = 0;
    expRow(row.z + (row.i - row.range.begin), 1, row.softmax.shift, &e);
    return static_cast<double>(e) * row.softmax.unit;
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
