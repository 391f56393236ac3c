#include "core/engine/pass_run.h"

#include "core/engine/logit_row.h"
#include "core/engine/map_region.h"

#include <algorithm>
#include <cmath>

namespace softscope {

namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();

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

PassRun::PassRun(const Head& head, const FiniteMatrix* v, const Pass& pass, Frame& frame)
    : m_head(head), m_v(v), m_pass(pass), m_frame(frame) {
    m_softmax = pass.rows || pass.selected.has_value();
    m_everyE = pass.spectral;
    for (std::size_t m = 0; m < pass.maps.size(); ++m) {
        const MapRequest& request = pass.maps[m];
        if (!isStreamed(request.map))
            continue;
        m_pools.push_back(std::make_unique<Pool>(request, wholeMap(request.map, head), frame.maps[m]));
        m_softmax |= request.map != MapName::scores && request.map != MapName::scaled;
        const Pool& pool = *m_pools.back();
        m_everyE |= request.map == MapName::output || !pool.maxima() || pool.poolCols() == 1;
    }
    const float scale = static_cast<float>(pass.options.scale), factor = RunningSoftmax::factorOf(pass.options.scale);
    m_reducible = !m_everyE && m_softmax && isLinear(head, pass.options) && !pass.options.sink && !head.mask &&
                  scale > 0 && factor > 0 && factor < infinity;
    for (const auto& pool : m_pools) {
        const Groups groups{pool->region().colBegin, pool->region().colEnd, pool->poolCols()};
        m_reducible &= pool->request().map != MapName::scores && groups == m_groups.value_or(groups);
        m_groups = groups;
    }
    if (pass.rows) {
        frame.rows.resize(static_cast<std::size_t>(head.nQ()));
        if (head.nQ() == head.nK())
            m_self.assign(static_cast<std::size_t>(head.nQ()), undefined);
    }
}

void PassRun::expect(Index blocks) {
    if (!m_pass.rows)
        return;
    m_scores.resize(static_cast<std::size_t>(blocks));
    m_logits.resize(static_cast<std::size_t>(blocks));
}

bool PassRun::selects(Index row, Index rows) const {
    return m_pass.selected && *m_pass.selected >= row && *m_pass.selected < row + rows;
}

KeyRange PassRun::softmaxKeys(Index row, Index rows) const {
    return keysOfRows(m_pass.options.masks, row, rows, m_head.nQ(), m_head.nK());
}

bool PassRun::wantsLogits(Index row, Index rows) const {
    return m_pass.rows || selects(row, rows) || std::any_of(m_pools.begin(), m_pools.end(), [&](const auto& pool) {
               return pool->request().map != MapName::scores && overlaps(pool->region(), row, rows);
           });
}

KeyRange PassRun::columns(Index row, Index rows) const {
    if (selects(row, rows))
        return {0, m_head.nK()};
    KeyRange needed;
    for (const auto& pool : m_pools)
        if (pool->request().map == MapName::scores && overlaps(pool->region(), row, rows))
            needed = joined(needed, {pool->region().colBegin, pool->region().colEnd});
    if (wantsLogits(row, rows))
        needed = joined(needed, softmaxKeys(row, rows));
    return needed;
}

bool PassRun::wantsRows(Index row, Index rows) const {
    if (m_pass.rows || selects(row, rows))
        return true;
    return std::any_of(m_pools.begin(), m_pools.end(),
                       [&](const auto& pool) { return overlaps(pool->region(), row, rows); });
}

bool PassRun::wantsOutput(Index row, Index rows) const {
    return std::any_of(m_pools.begin(), m_pools.end(), [&](const auto& pool) {
        return pool->request().map == MapName::output && overlaps(pool->region(), row, rows);
    });
}

bool PassRun::reducible() const {
    return m_reducible;
}

std::optional<Groups> PassRun::groups() const {
    return m_groups;
}

std::vector<PoolStrip> PassRun::stripsOf(Index row, Index rows, Scratch& scratch) const {
    scratch.z.resize(m_head.nK());
    scratch.e.resize(m_head.nK());
    scratch.values.resize(std::max(m_head.nK(), m_head.dV()));
    std::vector<PoolStrip> strips;
    strips.reserve(m_pools.size());
    for (const auto& pool : m_pools)
        strips.emplace_back(*pool, row, row + rows);
    return strips;
}

void PassRun::add(const ScoreBlock& block, Scratch& scratch) {
    std::vector<PoolStrip> strips = stripsOf(block.row, block.rows, scratch);
    const bool output = wantsOutput(block.row, block.rows);
    const KeyRange keys = softmaxKeys(block.row, block.rows);
    if (output)
        scratch.weights.setZero(block.rows, keys.end - keys.begin);
    const bool linear = isLinear(m_head, m_pass.options);
    BlockMoments moments{linear, linear && !m_head.mask, {}, {}};
    SharedMoments& shared = scratch.moments;
    if (moments.shareable && shared.masks && *shared.masks == m_pass.options.masks)
        moments.ready = true;
    for (Index i = block.row; i < block.row + block.rows; ++i)
        if (wantsRows(i, 1))
            addRow(block, i, output ? &keys : nullptr, scratch, strips, moments);
    if (output)
        emitOutput(block, keys, scratch, strips);
    if (!m_pass.rows)
        return;
    if (moments.ready)
        moments.scores = shared.scores;
    else if (moments.shareable)
        shared = {&m_pass.options.masks, moments.scores};
    keepMoments(block.number, moments.scores, linear ? scaled(moments.scores, m_pass.options.scale) : moments.logits);
}

void PassRun::keepMoments(Index number, const Moments& scores, const Moments& logits) {
    m_scores[static_cast<std::size_t>(number)] = scores;
    m_logits[static_cast<std::size_t>(number)] = logits;
}

void PassRun::addReduced(Index number, const ReducedRows& rows, std::size_t pass, const QueryKey& operands,
                         Scratch& scratch) {
    std::vector<PoolStrip> strips = stripsOf(rows.row(), rows.rows(), scratch);
    for (Index i = rows.row(); i < rows.row() + rows.rows(); ++i) {
        if (!wantsRows(i, 1))
            continue;
        const ReducedRow& row = rows.of(i);
        if (row.plain) {
            addReducedRow(row, i, pass, scratch, strips);
            continue;
        }
        // The long way, with the row's scores once more; its moments are among the block's.
        const Index cols = row.range.end - row.range.begin;
        scratch.scores.resize(1, cols);
        if (cols > 0)
            operands.scores(i, 1, row.range.begin, cols, scratch.scores.data(), cols, scratch.room);
        BlockMoments moments{true, true, {}, {}, true};
        addRow({number, i, 1, row.range.begin, cols, scratch.scores.data()}, i, nullptr, scratch, strips, moments);
    }
    if (m_pass.rows)
        keepMoments(number, rows.moments(), scaled(rows.moments(), m_pass.options.scale));
}

void PassRun::addReducedRow(const ReducedRow& reduced, Index i, std::size_t pass, Scratch& scratch,
                            std::vector<PoolStrip>& strips) {
    const RunningSoftmax& sums = reduced.sums[pass];
    Row row{i, reduced.range, sums.finished(reduced.winner - reduced.range.begin), nullptr, nullptr};
    const float scale = static_cast<float>(m_pass.options.scale);
    row.high = scale * reduced.high;
    if (m_groups && std::any_of(strips.begin(), strips.end(), [&](const PoolStrip& strip) { return strip.holds(i); })) {
        const Index cells = (m_groups->end - m_groups->begin + m_groups->size - 1) / m_groups->size;
        scratch.pooledZ.resize(cells);
        scratch.pooledE.resize(cells);
        std::copy(reduced.groups, reduced.groups + cells, scratch.pooledZ.data());
        if (reduced.winner >= m_groups->begin && reduced.winner < m_groups->end)
            scratch.pooledZ[(reduced.winner - m_groups->begin) / m_groups->size] = reduced.rest;
        powersRow(scratch.pooledZ.data(), cells, sums.factor(), sums.powerShift(), scratch.pooledE.data());
        scratch.pooledZ *= scale;
        row.pooledBegin = m_groups->begin;
        row.pooledEnd = m_groups->end;
        row.pooledSize = m_groups->size;
        for (std::size_t p = 0; p < m_pools.size(); ++p)
            if (strips[p].holds(i))
                emitMaxima(row, *m_pools[p], strips[p], scratch);
    }
    if (!m_pass.rows)
        return;
    keepStatistics(row, undefined);
    if (m_self.empty())
        return;
    float power = 0;
    powersRow(&reduced.self, 1, sums.factor(), sums.powerShift(), &power);
    const bool seen = i >= row.range.begin && i < row.range.end;
    m_self[static_cast<std::size_t>(i)] = i == reduced.winner ? 1 / row.softmax.total
                                          : seen              ? static_cast<double>(power) * row.softmax.unit
                                                              : 0;
}

void PassRun::addRow(const ScoreBlock& block, Index i, const KeyRange* outputKeys, Scratch& scratch,
                     std::vector<PoolStrip>& strips, BlockMoments& moments) {
    Row row{i, allowedKeys(m_pass.options.masks, i, m_head.nQ(), m_head.nK()), {}, scratch.z.data(), nullptr};
    if (!wantsLogits(block.row, block.rows))
        row.range = {}; // the block has the scores that are asked for, and no others
    const Index n = row.range.end - row.range.begin;
    if (n > 0)
        logitsRow(m_head, m_pass.options, i, row.range, block.of(i, row.range.begin), row.z);
    if (m_softmax) {
        row.e = m_everyE || m_pass.selected == i ? scratch.e.data() : nullptr;
        const std::optional<double>& sink = m_pass.options.sink;
        row.softmax = softmaxRow(row.z, n, row.e, sink);
        if (!row.e && row.softmax.winner < 0) { // such a row is shown cell by cell
            row.e = scratch.e.data();
            row.softmax = softmaxRow(row.z, n, row.e, sink);
        }
    }
    if (row.softmax.winner >= 0)
        row.high = row.z[row.softmax.winner];
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
    if (outputKeys)
        storeWeights(row, i - block.row, *outputKeys, scratch);
    if (m_pass.rows)
        statistics(block, row, moments);
    if (m_pass.selected == i)
        detail(block, row);
}

void PassRun::statistics(const ScoreBlock& block, const Row& row, BlockMoments& moments) {
    const Index n = row.range.end - row.range.begin;
    keepStatistics(row, m_pass.spectral ? spectralOf(row.softmax, row.e, n) : undefined);
    if (n == 0)
        return;
    if (!moments.ready) {
        const float* const scores = block.of(row.i, row.range.begin);
        moments.scores = merged(moments.scores, moments.shareable ? momentsOf(scores, n) : momentsOf(scores, row.z, n));
    }
    if (!moments.linear)
        moments.logits = merged(moments.logits, momentsOf(row.z, n));
    if (!m_self.empty() && row.softmax.defined())
        m_self[static_cast<std::size_t>(row.i)] = selfWeight(row);
}

void PassRun::keepStatistics(const Row& row, double spectral) {
    RowStatistics result = row.softmax.statistics();
    result.argmax = row.bestKey();
    result.spectral = spectral;
    m_frame.rows[static_cast<std::size_t>(row.i)] = result;
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
    result.sink = row.softmax.sink;
    result.statistics.argmax = row.bestKey();
    result.statistics.spectral = spectralOf(row.softmax, row.e, n);
    m_frame.selected = std::move(result);
}

std::vector<PartialMap> PassRun::soFar() const {
    std::vector<PartialMap> maps(m_pass.maps.size());
    auto pool = m_pools.begin();
    for (std::size_t m = 0; m < maps.size(); ++m)
        if (isStreamed(m_pass.maps[m].map))
            maps[m] = (*pool++)->soFar();
    return maps;
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
