// How a row of a pass becomes a row of each of its maps.
#include "core/engine/pass_run.h"

#include "core/engine/logit_row.h"

#include <algorithm>
#include <cmath>

namespace softscope {

namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();

} // namespace

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
        cell = std::max(cell, map == MapName::scaled ? row.high : winnerValue(map, row.softmax));
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
        output.noalias() = scratch.weights * m_v->matrix().middleRows(columns.begin, columns.end - columns.begin);
    // The product saw 0 where a value is not finite; a row that attends to such a key shows it.
    for (const Index j : m_v->bad())
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

} // namespace softscope
