// HeatmapView: pointer, wheel and keyboard.
#include "ui/heatmap/heatmap_view.h"

#include <QApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QWheelEvent>

#include <cmath>
#include <limits>

namespace softscope {

void HeatmapView::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) {
        QWidget::mousePressEvent(event);
        return;
    }
    m_pressed = event->position();
    m_down = true;
    m_panning = false;
}

void HeatmapView::mouseMoveEvent(QMouseEvent* event) {
    const QPointF at = event->position();
    m_pointer = at;
    if (m_down && !m_panning && (at - m_pressed).manhattanLength() >= QApplication::startDragDistance()) {
        m_panning = true;
        setCursor(Qt::ClosedHandCursor);
        emit panStarted();
    }
    if (!m_panning) {
        emit hovered(cellAt(at));
        return;
    }
    const ShownMap* m = map();
    if (m == nullptr || m_rows.pixels() == 0 || m_cols.pixels() == 0)
        return;
    // The content follows the pointer: to the right means towards earlier columns.
    const QPointF moved = (m_pressed - at) * m_ratio;
    emit panned(Index(std::llround(moved.y() / m_rows.cellSize() * double(m->map.poolRows))),
                Index(std::llround(moved.x() / m_cols.cellSize() * double(m->map.poolCols))));
}

void HeatmapView::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || !m_down)
        return;
    m_down = false;
    if (m_panning) {
        m_panning = false;
        setCursor(Qt::CrossCursor);
        emit hovered(cellAt(event->position()));
        return;
    }
    const MapCell cell = cellAt(event->position());
    if (cell.row >= 0)
        emit clicked(cell);
}

void HeatmapView::mouseDoubleClickEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton)
        return;
    emit doubleClicked();
    emit resetRequested();
}

void HeatmapView::leaveEvent(QEvent* event) {
    QWidget::leaveEvent(event);
    m_pointer.reset();
    emit hovered(MapCell());
}

void HeatmapView::hoverAgain() {
    if (m_pointer && !m_panning)
        emit hovered(cellAt(*m_pointer));
}

void HeatmapView::wheelEvent(QWheelEvent* event) {
    const double notches = double(event->angleDelta().y()) / 120;
    const MapCell cell = cellAt(event->position());
    if (notches == 0 || cell.row < 0) {
        event->ignore();
        return;
    }
    const QPointF at = tokenPoint(event->position());
    emit zoomRequested(notches, anchorIn(map()->map.region, at.y(), at.x()));
    event->accept();
}

bool HeatmapView::stepFor(const QKeyEvent& event) {
    constexpr Index far = std::numeric_limits<int>::max();
    const ShownMap* m = map();
    if (m == nullptr)
        return false;
    const Index steps = event.modifiers().testFlag(Qt::ShiftModifier) ? 10 : 1;
    const bool control = event.modifiers().testFlag(Qt::ControlModifier);
    Index rows = 0, cols = 0;
    switch (event.key()) {
    case Qt::Key_Up:
        rows = -steps * m->map.poolRows;
        break;
    case Qt::Key_Down:
        rows = steps * m->map.poolRows;
        break;
    case Qt::Key_Left:
        cols = -steps * m->map.poolCols;
        break;
    case Qt::Key_Right:
        cols = steps * m->map.poolCols;
        break;
    case Qt::Key_PageUp:
        rows = -10 * m->map.poolRows;
        break;
    case Qt::Key_PageDown:
        rows = 10 * m->map.poolRows;
        break;
    case Qt::Key_Home:
        cols = -far;
        rows = control ? -far : 0;
        break;
    case Qt::Key_End:
        cols = far;
        rows = control ? far : 0;
        break;
    default:
        return false;
    }
    emit stepped(rows, cols);
    return true;
}

bool HeatmapView::zoomFor(const QKeyEvent& event) {
    const ShownMap* m = map();
    if (m == nullptr)
        return false;
    const auto zoom = [&](double notches) {
        const Region& r = m->map.region;
        const double row = m_selected.row < 0 ? double(r.rowBegin + r.rowEnd) / 2 : double(m_selected.row) + 0.5;
        const double col = m_selected.col < 0 ? double(r.colBegin + r.colEnd) / 2 : double(m_selected.col) + 0.5;
        emit zoomRequested(notches, anchorIn(r, row, col));
        return true;
    };
    switch (event.key()) {
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        return zoom(1);
    case Qt::Key_Minus:
        return zoom(-1);
    case Qt::Key_0:
        emit resetRequested();
        return true;
    default:
        return false;
    }
}

void HeatmapView::keyPressEvent(QKeyEvent* event) {
    const bool plain = !(event->modifiers() & (Qt::AltModifier | Qt::MetaModifier));
    if (plain && (stepFor(*event) || (!event->modifiers().testFlag(Qt::ControlModifier) && zoomFor(*event))))
        event->accept();
    else
        QWidget::keyPressEvent(event);
}

} // namespace softscope
