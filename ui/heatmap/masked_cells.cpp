#include "ui/heatmap/masked_cells.h"

#include <algorithm>
#include <cmath>

namespace softscope {

namespace {

bool hidesKey(const Head& head, Index i, Index j) {
    if (head.mask && !(*head.mask)(i, j))
        return true;
    return head.bias && std::isinf((*head.bias)(i, j)) && (*head.bias)(i, j) < 0;
}

/// The cells of one axis of the map that hold a token of `keys`.
KeyRange cellsOf(const KeyRange& keys, Index begin, Index end, Index pool) {
    const Index first = std::max(keys.begin, begin), last = std::min(keys.end, end);
    if (first >= last)
        return {};
    return {(first - begin) / pool, (last - 1 - begin) / pool + 1};
}

/// A row a query, a column a key.
void maskKeys(MatrixB& masked, const Map& map, const Frame& frame, const Head& head) {
    const Region& r = map.region;
    for (Index cell = 0; cell < masked.rows(); ++cell) {
        const Index first = r.rowBegin + cell * map.poolRows, last = std::min(first + map.poolRows, r.rowEnd);
        KeyRange done{0, 0}; // neighbours mostly see the same cells
        for (Index i = first; i < last; ++i) {
            const KeyRange seen =
                cellsOf(allowedKeys(frame.options.masks, i, head.nQ(), head.nK()), r.colBegin, r.colEnd, map.poolCols);
            if (seen.begin >= done.begin && seen.end <= done.end)
                continue;
            masked.row(cell).segment(seen.begin, seen.end - seen.begin).setConstant(false);
            done = seen;
        }
    }
    if (!map.exact() || (!head.mask && !head.bias))
        return;
    for (Index i = 0; i < masked.rows(); ++i) {
        for (Index j = 0; j < masked.cols(); ++j)
            masked(i, j) = masked(i, j) || hidesKey(head, r.rowBegin + i, r.colBegin + j);
    }
}

/// A row and a column a key of one query.
void maskSquare(MatrixB& masked, const Map& map, const Frame& frame, const Head& head, Index query) {
    const Region& r = map.region;
    const KeyRange keys = allowedKeys(frame.options.masks, query, head.nQ(), head.nK());
    const KeyRange rows = cellsOf(keys, r.rowBegin, r.rowEnd, map.poolRows);
    const KeyRange cols = cellsOf(keys, r.colBegin, r.colEnd, map.poolCols);
    masked.block(rows.begin, cols.begin, rows.end - rows.begin, cols.end - cols.begin).setConstant(false);
}

/// A row a query: masked where it has no key.
void maskRows(MatrixB& masked, const Map& map, const Frame& frame) {
    for (Index cell = 0; cell < masked.rows(); ++cell) {
        const Index first = map.region.rowBegin + cell * map.poolRows;
        const Index last = std::min({first + map.poolRows, map.region.rowEnd, Index(frame.rows.size())});
        for (Index i = first; i < last; ++i) {
            if (frame.rows[std::size_t(i)].keys > 0)
                masked.row(cell).setConstant(false);
        }
    }
}

} // namespace

bool isMasked(const Head& head, const LogitOptions& options, Index query, Index key) {
    if (query < 0 || key < 0 || query >= head.nQ() || key >= head.nK())
        return false;
    const KeyRange keys = allowedKeys(options.masks, query, head.nQ(), head.nK());
    return key < keys.begin || key >= keys.end || hidesKey(head, query, key);
}

MatrixB maskedCells(const Map& map, const Frame& frame, const Head& head, Index selectedRow) {
    const bool dense = map.exact() && (head.mask || head.bias);
    if (map.cells.size() == 0 || (frame.options.masks.empty() && !dense))
        return {};
    MatrixB masked = MatrixB::Constant(map.cells.rows(), map.cells.cols(), true);
    switch (map.name) {
    case MapName::weights:
    case MapName::jacobian:
    case MapName::jacobianDiagonal:
        maskKeys(masked, map, frame, head);
        break;
    case MapName::rowJacobian:
        if (selectedRow < 0 || selectedRow >= head.nQ())
            return {};
        maskSquare(masked, map, frame, head, selectedRow);
        break;
    case MapName::output:
    case MapName::gradQ:
        if (frame.rows.empty())
            return {};
        maskRows(masked, map, frame);
        break;
    default:
        return {};
    }
    return masked.any() ? masked : MatrixB();
}

} // namespace softscope
