#include "ui/heatmap/map_navigator.h"

#include "ui/heatmap/region_math.h"
#include "ui/session.h"

#include <algorithm>
#include <cmath>

namespace softscope {

namespace {

constexpr double perNotch = 0.8;  // how much of the region stays in sight
constexpr double mostNotches = 8; // at once
constexpr int burstPause = 700;   // milliseconds without a step: the next begins another burst

} // namespace

MapNavigator::MapNavigator(Session* session, QObject* parent) : QObject(parent), m_session(session) {
    m_burstEnd.setSingleShot(true);
    m_burstEnd.setInterval(burstPause);
    connect(&m_burstEnd, &QTimer::timeout, this, [this] { ++m_burst; });
}

Region MapNavigator::whole() const {
    const ShownPointer shown = m_session->shown();
    return shown && shown->head ? wholeRegion(shown->head->nQ(), shown->head->nK()) : Region();
}

Region MapNavigator::now() const {
    const Region all = whole();
    const Region region = m_session->scene().view.region.value_or(all);
    // The scene may be ahead of the head on screen.
    return panned(region, all, 0, 0);
}

void MapNavigator::show(const QString& text, const QString& gesture, const Region& region) {
    change(text, gesture, region == whole() ? std::nullopt : std::optional(region));
}

void MapNavigator::change(const QString& text, const QString& gesture, const std::optional<Region>& region) {
    const auto set = [&](Scene& scene) { scene.view.region = region; };
    if (m_session->canRedo())
        m_session->look(set);
    else
        m_session->edit(text, set, gesture);
}

void MapNavigator::select(MapName map, const MapCell& cell) {
    const TokenCell tokens = tokensOf(map, cell);
    m_beforeClick = m_session->scene().selection;
    m_session->look([&](Scene& scene) {
        if (tokens.query >= 0)
            scene.selection.row = tokens.query;
        if (tokens.key >= 0)
            scene.selection.key = tokens.key;
    });
}

void MapNavigator::takeClickBack() {
    if (!m_beforeClick || !m_session->scene().view.region)
        return;
    m_session->look([&](Scene& scene) { scene.selection = *m_beforeClick; });
    m_beforeClick.reset();
}

void MapNavigator::step(MapName map, Index rows, Index cols) {
    const Region all = whole();
    if (all.rows() == 0 || all.cols() == 0)
        return;
    const Selection old = m_session->scene().selection;
    TokenCell moved{old.row, old.key};
    if (rowAxis(map) == Axis::query)
        moved.query += rows;
    if (rowAxis(map) == Axis::key)
        moved.key += rows;
    if (columnAxis(map) == Axis::key)
        moved.key += cols;
    moved = {std::clamp<Index>(moved.query, 0, all.rowEnd - 1), std::clamp<Index>(moved.key, 0, all.colEnd - 1)};
    const Region region = including(now(), all, moved.query, moved.key);
    m_session->look([&](Scene& scene) {
        scene.selection = {moved.query, moved.key};
        if (scene.view.region)
            scene.view.region = region;
    });
}

/// From rows and columns of a map to queries and keys; the middle along an axis that the map does not have.
ZoomAnchor MapNavigator::anchorOf(MapName map, const ZoomAnchor& point) const {
    const Region region = now();
    ZoomAnchor anchor =
        anchorIn(region, double(region.rowBegin + region.rowEnd) / 2, double(region.colBegin + region.colEnd) / 2);
    if (rowAxis(map) == Axis::query) {
        anchor.row = point.row;
        anchor.rowShare = point.rowShare;
    } else if (rowAxis(map) == Axis::key) {
        anchor.col = point.row;
        anchor.colShare = point.rowShare;
    }
    if (columnAxis(map) == Axis::key) {
        anchor.col = point.col;
        anchor.colShare = point.colShare;
    }
    return anchor;
}

void MapNavigator::zoom(MapName map, double notches, const ZoomAnchor& point) {
    const Region old = now(), all = whole();
    if (all.rows() == 0 || all.cols() == 0)
        return;
    // Turning back starts afresh.
    m_notches = m_notches * notches < 0 ? notches : m_notches + notches;
    m_notches = std::clamp(m_notches, -mostNotches, mostNotches);
    // As long as the pointer rests, the cell that was under it at first stays the anchor.
    const ZoomAnchor anchor = anchorOf(map, point);
    const bool rests =
        std::abs(anchor.rowShare - m_anchor.rowShare) < 1e-6 && std::abs(anchor.colShare - m_anchor.colShare) < 1e-6;
    if (!rests || m_zoomed != old)
        m_anchor = anchor;
    m_zoomed = old;
    const Region region = zoomed(old, all, std::pow(perNotch, m_notches), m_anchor);
    const bool changes = region.rows() != old.rows() || region.cols() != old.cols();
    if (!changes) {
        // At an end there is nothing to save up for.
        const bool atEnd = m_notches < 0 ? old == all : std::max(old.rows(), old.cols()) <= smallestRegion;
        if (atEnd)
            m_notches = 0;
        return;
    }
    m_notches = 0;
    m_zoomed = region;
    m_burstEnd.start();
    show(tr("Zoom"), QStringLiteral("zoom %1").arg(m_burst), region);
}

void MapNavigator::startPan() {
    m_panStart = now();
    ++m_burst;
}

void MapNavigator::pan(MapName map, Index rows, Index cols) {
    const Region all = whole();
    Index queries = 0, keys = 0;
    if (rowAxis(map) == Axis::query)
        queries = rows;
    if (columnAxis(map) == Axis::key)
        keys = cols;
    else if (rowAxis(map) == Axis::key)
        keys = rows;
    const Region region = panned(m_panStart, all, queries, keys);
    if (region != now())
        show(tr("Move the part on screen"), QStringLiteral("pan %1").arg(m_burst), region);
}

void MapNavigator::resetRegion() {
    m_notches = 0;
    change(tr("Show the whole map"), {}, std::nullopt);
}

} // namespace softscope
