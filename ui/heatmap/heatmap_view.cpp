#include "ui/heatmap/heatmap_view.h"

#include "ui/heatmap/device_pixels.h"
#include "ui/heatmap/masked_cells.h"
#include "ui/theme.h"

#include <QEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace softscope {

namespace {

bool samePixels(const Picture& a, const Picture& b) {
    return a.width == b.width && a.height == b.height && a.pixels == b.pixels;
}

bool sameMask(const MatrixB& a, const MatrixB& b) {
    return a.rows() == b.rows() && a.cols() == b.cols() && a == b;
}

} // namespace

HeatmapView::HeatmapView(QWidget* parent) : QWidget(parent) {
    setAttribute(Qt::WA_OpaquePaintEvent);
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setCursor(Qt::CrossCursor);
}

void HeatmapView::setContent(ShownPointer shown, std::size_t index, const CellLayout& rows, const CellLayout& cols,
                             qreal ratio) {
    const bool sameMap = shown == m_shown && index == m_index;
    const bool sameLayout = rows == m_rows && cols == m_cols && ratio == m_ratio;
    if (sameMap && sameLayout)
        return;
    const ShownPointer before = m_shown; // keeps `last` alive
    const ShownMap* const last = map();
    m_shown = std::move(shown);
    m_index = index;
    m_rows = rows;
    m_cols = cols;
    m_ratio = ratio;
    MatrixB masked = sameMap ? m_masked : maskedNow();
    // A result that differs elsewhere (in the selected row, in another map) leaves the image as it is.
    if (!sameLayout || last == nullptr || map() == nullptr || !samePixels(last->picture, map()->picture) ||
        !sameMask(masked, m_masked))
        m_stale = true;
    m_masked = std::move(masked);
    update();
}

MatrixB HeatmapView::maskedNow() const {
    const ShownMap* m = map();
    if (m == nullptr || !m_shown->head)
        return {};
    // With compare the upper three maps are scaled, the lower three are not.
    const bool own = m_shown->maps.size() <= 3 || m_shown->frameIsScaled == (m_index < 3);
    return maskedCells(m->map, own ? m_shown->frame : m_shown->other, *m_shown->head, m_shown->scene.selection.row);
}

const ShownMap* HeatmapView::map() const {
    return m_shown && m_index < m_shown->maps.size() ? &m_shown->maps[m_index] : nullptr;
}

void HeatmapView::setSelected(const MapCell& cell) {
    if (cell == m_selected)
        return;
    m_selected = cell;
    update();
}

void HeatmapView::setHovered(const MapCell& cell) {
    if (cell == m_hovered)
        return;
    m_hovered = cell;
    update();
}

QPointF HeatmapView::devicePoint(const QPointF& position) const {
    return (position - QPointF(margin, margin)) * m_ratio - deviceOffset(*this, m_ratio);
}

MapCell HeatmapView::cellAt(const QPointF& position) const {
    const ShownMap* m = map();
    if (m == nullptr)
        return {};
    const QPointF at = devicePoint(position);
    const Index row = m_rows.cellAt(Index(std::floor(at.y()))), col = m_cols.cellAt(Index(std::floor(at.x())));
    if (row < 0 || col < 0)
        return {};
    return {m->map.region.rowBegin + row * m->map.poolRows, m->map.region.colBegin + col * m->map.poolCols};
}

/// In tokens and fractions of them, not clamped.
QPointF HeatmapView::tokenPoint(const QPointF& position) const {
    const ShownMap* m = map();
    if (m == nullptr || m_rows.pixels() == 0 || m_cols.pixels() == 0)
        return {};
    const QPointF at = devicePoint(position);
    return {double(m->map.region.colBegin) + at.x() / m_cols.cellSize() * double(m->map.poolCols),
            double(m->map.region.rowBegin) + at.y() / m_rows.cellSize() * double(m->map.poolRows)};
}

MapCell HeatmapView::pictureCell(const MapCell& tokens) const {
    const ShownMap* m = map();
    if (m == nullptr)
        return {};
    const Region& r = m->map.region;
    const bool rowHere = tokens.row >= r.rowBegin && tokens.row < r.rowEnd;
    const bool colHere = tokens.col >= r.colBegin && tokens.col < r.colEnd;
    return {rowHere ? (tokens.row - r.rowBegin) / m->map.poolRows : -1,
            colHere ? (tokens.col - r.colBegin) / m->map.poolCols : -1};
}

QPointF HeatmapView::centerOf(const MapCell& cell) const {
    const MapCell at = pictureCell(cell);
    const QPointF device((double(m_cols.edge(at.col)) + double(m_cols.edge(at.col + 1))) / 2,
                         (double(m_rows.edge(at.row)) + double(m_rows.edge(at.row + 1))) / 2);
    return (device + deviceOffset(*this, m_ratio)) / m_ratio + QPointF(margin, margin);
}

void HeatmapView::composeIfNeeded() {
    if (!m_stale)
        return;
    m_stale = false;
    const ShownMap* m = map();
    m_image = m == nullptr ? QImage()
                           : composeCells(m->picture, m_masked, m_rows, m_cols,
                                          {palette().color(QPalette::Base), theme::muted(palette()),
                                           std::max(int(std::lround(6 * m_ratio)), 2)});
}

void HeatmapView::paintEvent(QPaintEvent*) {
    composeIfNeeded();
    QPainter painter(this);
    painter.fillRect(rect(), palette().color(QPalette::Window));
    const ShownMap* m = map();
    if (m == nullptr || m_image.isNull())
        return;
    useDevicePixels(painter, m_ratio);
    const int inset = int(std::lround(margin * m_ratio));
    painter.translate(inset, inset);
    painter.drawImage(QPoint(0, 0), m_image);
    HeatmapOverlay overlay{m_rows,
                           m_cols,
                           pictureCell(m_selected),
                           pictureCell(m_hovered),
                           std::max(int(std::floor(m_ratio)), 1),
                           theme::selection(palette())};
    overlay.paintInfinities(painter, m->picture);
    overlay.paint(painter);
    if (hasFocus()) {
        const int width = std::max(int(std::lround(1.5 * m_ratio)), 1);
        fillOutline(painter, overlay.rectOf({}).adjusted(-width, -width, width, width), width,
                    palette().color(QPalette::Highlight));
    }
}

void HeatmapView::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::StyleChange) {
        m_stale = true;
        update();
    }
    QWidget::changeEvent(event);
}

void HeatmapView::focusInEvent(QFocusEvent* event) {
    QWidget::focusInEvent(event);
    update();
}

void HeatmapView::focusOutEvent(QFocusEvent* event) {
    QWidget::focusOutEvent(event);
    update();
}

} // namespace softscope
