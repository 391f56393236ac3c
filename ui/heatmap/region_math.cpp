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

Span zoomedSpan(Span now, Span whole, double factor, double at, double share) {
    const double wanted = std::min(std::round(double(now.size()) * factor), double(whole.size()));
    const Index size = std::max(Index(wanted), std::min(smallestRegion, whole.size()));
    return inside(Index(std::llround(at - share * double(size))), size, whole);
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

ZoomAnchor anchorIn(const Region& region, double row, double col) {
    const auto share = [](double at, Index begin, Index size) {
        return size <= 0 ? 0.5 : std::clamp((at - double(begin)) / double(size), 0., 1.);
    };
    return {row, col, share(row, region.rowBegin, region.rows()), share(col, region.colBegin, region.cols())};
}

Region zoomed(const Region& now, const Region& whole, double factor, const ZoomAnchor& anchor) {
    return regionOf(zoomedSpan(rowsOf(now), rowsOf(whole), factor, anchor.row, anchor.rowShare),
                    zoomedSpan(colsOf(now), colsOf(whole), factor, anchor.col, anchor.colShare));
}

Region panned(const Region& start, const Region& whole, Index rows, Index cols) {
    return regionOf(inside(start.rowBegin + rows, start.rows(), rowsOf(whole)),
                    inside(start.colBegin + cols, start.cols(), colsOf(whole)));
}

Region including(const Region& now, const Region& whole, Index row, Index col) {
    return regionOf(includingSpan(rowsOf(now), rowsOf(whole), row), includingSpan(colsOf(now), colsOf(whole), col));
}

} // namespace softscope
