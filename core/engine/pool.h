// A map at a size: rows come in, by several threads, and are reduced to the cells of a Map.
#pragma once

#include "core/engine/evaluate.h"

#include <mutex>

namespace softscope {

/// The reduction of one asked-for map. Cells of the finished map do not depend on who added which rows when.
class Pool {
public:
    /// Sizes `map` for the request. Both must outlive the pool. Throws std::invalid_argument where the region is empty
    /// or not inside `whole`.
    Pool(const MapRequest& request, const Region& whole, Map& map);

    const MapRequest& request() const { return m_request; }
    const Region& region() const { return m_request.region; }
    Index poolCols() const { return m_map.poolCols; }
    Index cellColumns() const { return m_map.cells.cols(); }
    bool exact() const { return m_map.exact(); }
    /// Rows are reduced across their columns before they are added, by whoever makes them (see PoolStrip::addPooled).
    bool maxima() const { return m_request.reduce == Reducer::maximum; }

    /// The map as it is by now; empty where it is exact. Any thread.
    PartialMap soFar();
    /// After all strips are done: joins the cells whose rows were added by several.
    void finish();

private:
    friend class PoolStrip;
    struct Partial {
        Index cellRow, firstRow, rows;
        std::vector<float> high;
        std::vector<double> sum, count;
    };
    void store(Partial&& partial);
    void complete(const Partial& partial);
    static void write(const Partial& partial, Map& map);
    /// Writes what the shared partials, sorted here, come to.
    static void join(std::vector<Partial>& partials, Map& map, std::vector<Index>* rows);

    const MapRequest& m_request;
    Map& m_map;
    std::mutex m_mutex; // of the two below, and of the cells but those of an exact map
    std::vector<Partial> m_shared;
    std::vector<Index> m_rows; ///< that each row of cells holds
};

/// Consecutive rows of a pool's region, added by one thread.
class PoolStrip {
public:
    /// For the rows of the map in [rowBegin, rowEnd) that lie in the region.
    PoolStrip(Pool& pool, Index rowBegin, Index rowEnd);
    bool holds(Index row) const { return row >= m_begin && row < m_end; }
    /// Adds the next row: the values of the region's columns.
    void add(Index row, const float* values);
    /// Adds the next row of a pool of maxima, reduced across columns already: one value a cell.
    void addPooled(Index row, const float* values);
    /// Where the row goes itself, for an exact map: fill it instead of adding.
    float* exactRow(Index row);

private:
    Index relative(Index row) const { return row - m_pool.region().rowBegin; }
    void begin(Index row);
    void end(Index row);

    Pool& m_pool;
    Index m_begin, m_end;
    Pool::Partial m_now{};
    std::vector<float> m_reduced;
};

/// Reduces values [0, n) by groups of `size` to their maxima: NaN where one is NaN.
void groupMaxima(const float* values, Index n, Index size, float* target);
/// The same where no value is NaN.
void finiteGroupMaxima(const float* values, Index n, Index size, float* target);

} // namespace softscope
