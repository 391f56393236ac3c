#include "ui/heatmap/region_math.h"

#include <algorithm>
#include <cmath>

namespace softscope {

namespace {

/// [begin, end) along one axis.
struct Span {
    Index begin, end;
    Index size() const { return end - begin; }
};

Span inside(Index begin, Index size, Span whole) {
    size = std::min(size, whole.size());
    begin = std::clamp(begin, whole.begin, whole.end - size);
    return {begin, begin + size};
}

Span zoomedSpan(Span now, Span whole, double factor, double at) {
    const double wanted = std::min(std::round(double(now.size()) * factor), double(whole.size()));
    const Index size = std::max(Index(wanted), std::min(smallestRegion, whole.size()));
    const double point = std::clamp(at, double(now.begin), double(now.end));
    const double share = now.size() == 0 ? 0.5 : (point - double(now.begin)) / double(now.size());
    return inside(Index(std::llround(point - share * double(size))), size, whole);
}

Span includingSpan(Span now, Span whole, Index cell) {
    const Index begin = cell < now.begin ? cell : cell >= now.end ? cell - now.size() + 1 : now.begin;
    return inside(begin, now.size(), whole);
}

Span rowsOf(const Region& r) {
    return {r.rowBegin, r.rowEnd};
}
Span colsOf(const Region& r) {
    return {r.colBegin, r.colEnd};
}
Region regionOf(Span rows, Span cols) {
    return {rows.begin, rows.end, cols.begin, cols.end};
}

} // namespace

Region wholeRegion(Index rows, Index cols) {
    return {0, rows, 0, cols};
}

Region zoomed(const Region& now, const Region& whole, double factor, double row, double col) {
    return regionOf(zoomedSpan(rowsOf(now), rowsOf(whole), factor, row),
                    zoomedSpan(colsOf(now), colsOf(whole), factor, col));
}

Region panned(const Region& start, const Region& whole, Index rows, Index cols) {
    return regionOf(inside(start.rowBegin + rows, start.rows(), rowsOf(whole)),
                    inside(start.colBegin + cols, start.cols(), colsOf(whole)));
}

Region including(const Region& now, const Region& whole, Index row, Index col) {
    return regionOf(includingSpan(rowsOf(now), rowsOf(whole), row), includingSpan(colsOf(now), colsOf(whole), col));
}

} // namespace softscope
