#include "core/engine/pool.h"

#include "core/base/memory.h"
#include "core/engine/map_region.h"
#include "core/engine/row_kernels.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <stdexcept>

namespace softscope {

namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();

/// The larger, or NaN where one is NaN.
inline float larger(float a, float b) {
    return b > a || std::isnan(b) ? b : a;
}

/// Maxima of whole groups of a size known to the compiler, which then needs no inner loop.
template <int size>
void wholeGroups(const float* values, Index groups, float* target) {
    for (Index group = 0; group < groups; ++group, values += size) {
        float high = values[0];
        for (int c = 1; c < size; ++c)
            high = values[c] > high ? values[c] : high;
        target[group] = high;
    }
}

/// Maxima of whole groups of a multiple of four, by way of those of four.
void quarters(const float* values, Index groups, Index size, float* target) {
    constexpr Index room = 1024;
    float fours[room];
    const Index each = size / 4, most = std::max<Index>(room / each, 1);
    for (Index group = 0; each <= room && group < groups; group += most) {
        const Index count = std::min(most, groups - group);
        wholeGroups<4>(values + group * size, count * each, fours);
        finiteGroupMaxima(fours, count * each, each, target + group);
    }
    for (Index group = 0; each > room && group < groups; ++group)
        target[group] = highest(values + group * size, size);
}

bool hasNan(const float* values, Index n) {
    int found = 0;
#pragma omp simd reduction(| : found)
    for (Index c = 0; c < n; ++c)
        found |= values[c] != values[c];
    return found != 0;
}

} // namespace

Pool::Pool(const MapRequest& request, const Region& whole, Map& map) : m_request(request), m_map(map) {
    const Region& region = request.region;
    if (region.rowBegin < 0 || region.colBegin < 0 || region.rowEnd > whole.rowEnd || region.colEnd > whole.colEnd ||
        region.rows() <= 0 || region.cols() <= 0)
        throw std::invalid_argument("the region is empty or not inside the map");
    map.name = request.map;
    map.region = region;
    map.reduce = request.reduce;
    map.poolRows = poolSize(region.rows(), request.maxRows);
    map.poolCols = poolSize(region.cols(), request.maxCols);
    map.cells.resize((region.rows() + map.poolRows - 1) / map.poolRows,
                     (region.cols() + map.poolCols - 1) / map.poolCols);
    preferLargePages(map.cells.data(), static_cast<std::size_t>(map.cells.size()) * sizeof(float));
    m_rows.resize(static_cast<std::size_t>(map.cells.rows()));
}

void Pool::store(Partial&& partial) {
    const std::lock_guard lock(m_mutex);
    m_shared.push_back(std::move(partial));
}

void Pool::complete(const Partial& partial) {
    const std::lock_guard lock(m_mutex);
    write(partial, m_map);
    m_rows[static_cast<std::size_t>(partial.cellRow)] = partial.rows;
}

void Pool::write(const Partial& partial, Map& map) {
    float* const cells = &map.cells(partial.cellRow, 0);
    const bool maxima = map.reduce == Reducer::maximum;
    for (Index c = 0; c < map.cells.cols(); ++c) {
        const auto at = static_cast<std::size_t>(c);
        if (maxima)
            cells[c] = partial.high[at];
        else
            cells[c] = partial.count[at] > 0 ? static_cast<float>(partial.sum[at] / partial.count[at]) : -infinity;
    }
}

void Pool::join(std::vector<Partial>& partials, Map& map, std::vector<Index>* rows) {
    const auto earlier = [](const Partial& a, const Partial& b) {
        return a.cellRow != b.cellRow ? a.cellRow < b.cellRow : a.firstRow < b.firstRow;
    };
    std::sort(partials.begin(), partials.end(), earlier);
    for (auto first = partials.begin(); first != partials.end();) {
        auto next = first + 1;
        for (; next != partials.end() && next->cellRow == first->cellRow; ++next) {
            std::transform(first->high.begin(), first->high.end(), next->high.begin(), first->high.begin(), larger);
            std::transform(first->sum.begin(), first->sum.end(), next->sum.begin(), first->sum.begin(), std::plus<>());
            std::transform(first->count.begin(), first->count.end(), next->count.begin(), first->count.begin(),
                           std::plus<>());
            first->rows += next->rows;
        }
        write(*first, map);
        if (rows != nullptr)
            (*rows)[static_cast<std::size_t>(first->cellRow)] = first->rows;
        first = next;
    }
}

PartialMap Pool::soFar() {
    if (exact())
        return {};
    std::vector<Partial> shared;
    PartialMap partial;
    {
        const std::lock_guard lock(m_mutex);
        partial = {m_map, m_rows};
        shared = m_shared;
    }
    join(shared, partial.map, &partial.rows);
    return partial;
}

void Pool::finish() {
    join(m_shared, m_map, nullptr);
    m_shared.clear();
}

PoolStrip::PoolStrip(Pool& pool, Index rowBegin, Index rowEnd)
    : m_pool(pool), m_begin(std::max(rowBegin, pool.region().rowBegin)), m_end(std::min(rowEnd, pool.region().rowEnd)) {
    const auto cells = static_cast<std::size_t>(pool.cellColumns());
    if (m_begin >= m_end || pool.exact())
        return;
    if (pool.maxima()) {
        m_now.high.resize(cells);
        m_reduced.resize(cells);
    } else {
        m_now.sum.resize(cells);
        m_now.count.resize(cells);
    }
}

void PoolStrip::begin(Index row) {
    const Index at = relative(row);
    if (row != m_begin && at % m_pool.m_map.poolRows != 0)
        return;
    m_now.cellRow = at / m_pool.m_map.poolRows;
    m_now.firstRow = at;
    m_now.rows = 0;
    std::fill(m_now.high.begin(), m_now.high.end(), -infinity);
    std::fill(m_now.sum.begin(), m_now.sum.end(), 0);
    std::fill(m_now.count.begin(), m_now.count.end(), 0);
}

void PoolStrip::end(Index row) {
    ++m_now.rows;
    const Index next = relative(row) + 1, size = m_pool.m_map.poolRows;
    const bool cellDone = next % size == 0 || row + 1 == m_pool.region().rowEnd;
    if (!cellDone && row + 1 != m_end)
        return;
    if (cellDone && m_now.firstRow % size == 0)
        m_pool.complete(m_now);
    else
        m_pool.store(Pool::Partial(m_now));
}

void PoolStrip::add(Index row, const float* values) {
    const Index columns = m_pool.region().cols(), size = m_pool.poolCols();
    if (m_pool.exact()) {
        std::copy(values, values + columns, exactRow(row));
        return;
    }
    if (m_pool.maxima()) {
        if (size > 1)
            groupMaxima(values, columns, size, m_reduced.data());
        addPooled(row, size > 1 ? m_reduced.data() : values);
        return;
    }
    begin(row);
    for (Index c = 0, group = 0; c < columns; ++group) {
        double sum = 0, count = 0;
        for (const Index stop = std::min(c + size, columns); c < stop; ++c) {
            const bool taken = values[c] != -infinity;
            sum += taken ? static_cast<double>(values[c]) : 0.0;
            count += taken ? 1 : 0;
        }
        m_now.sum[static_cast<std::size_t>(group)] += sum;
        m_now.count[static_cast<std::size_t>(group)] += count;
    }
    end(row);
}

void PoolStrip::addPooled(Index row, const float* values) {
    begin(row);
    float* const high = m_now.high.data();
    const Index cells = m_pool.cellColumns();
    for (Index c = 0; c < cells; ++c)
        high[c] = larger(high[c], values[c]);
    end(row);
}

float* PoolStrip::exactRow(Index row) {
    return &m_pool.m_map.cells(relative(row), 0);
}

void groupMaxima(const float* values, Index n, Index size, float* target) {
    if (!hasNan(values, n)) {
        finiteGroupMaxima(values, n, size, target);
        return;
    }
    for (Index c = 0, group = 0; c < n; ++group) {
        float high = values[c];
        for (const Index stop = std::min(c + size, n); c < stop; ++c)
            high = larger(high, values[c]);
        target[group] = high;
    }
}

void finiteGroupMaxima(const float* values, Index n, Index size, float* target) {
    const Index whole = n / size;
    switch (size) {
    case 2:
        wholeGroups<2>(values, whole, target);
        break;
    case 3:
        wholeGroups<3>(values, whole, target);
        break;
    case 4:
        wholeGroups<4>(values, whole, target);
        break;
    case 5:
        wholeGroups<5>(values, whole, target);
        break;
    case 6:
        wholeGroups<6>(values, whole, target);
        break;
    case 7:
        wholeGroups<7>(values, whole, target);
        break;
    case 8:
        wholeGroups<8>(values, whole, target);
        break;
    default:
        if (size % 4 == 0)
            quarters(values, whole, size, target);
        else
            for (Index group = 0; group < whole; ++group)
                target[group] = highest(values + group * size, size);
    }
    if (whole * size < n)
        target[whole] = highest(values + whole * size, n - whole * size);
}

} // namespace softscope
