#include "ui/heatmap/heatmap_board.h"

#include "ui/heatmap/heatmap_view.h"
#include "ui/heatmap/map_menu.h"
#include "ui/heatmap/map_navigator.h"
#include "ui/heatmap/map_text.h"
#include "ui/heatmap/map_title.h"
#include "ui/session.h"
#include "ui/theme.h"

#include <QEvent>
#include <QScreen>
#include <QWindow>

#include <algorithm>

namespace softscope {

HeatmapBoard::HeatmapBoard(Session* session, QWidget* parent)
    : QWidget(parent), m_session(session), m_navigator(new MapNavigator(session, this)), m_readOut(new ReadOut(this)) {
    connect(m_readOut, &ReadOut::digitsChanged, this, &HeatmapBoard::showReadOut);
    setAccessibleName(tr("Maps"));
    for (int place = 0; place < 3; ++place)
        m_menus.push_back(new MapMenu(session, place, this));
    for (std::size_t i = 0; i < 6; ++i)
        addPlace(i);
    connect(session, &Session::shownChanged, this, &HeatmapBoard::takeShown);
    connect(session, &Session::sceneChanged, this, &HeatmapBoard::showSelection);
    connect(session, &Session::locksChanged, this, &HeatmapBoard::showTitles);
    takeShown();
}

HeatmapBoard::~HeatmapBoard() = default;

void HeatmapBoard::addPlace(std::size_t index) {
    Place place;
    place.title = new MapTitle(this);
    place.title->setMenu(m_menus[index % 3]);
    place.title->setOneLine(index >= 3);
    place.rowLabels = new AxisLabels(AxisLabels::Side::left, this);
    place.view = new HeatmapView(this);
    place.columnLabels = new AxisLabels(AxisLabels::Side::below, this);
    place.bar = new ColorBar(this);
    m_places.push_back(place);
    for (QWidget* widget :
         std::initializer_list<QWidget*>{place.title, place.rowLabels, place.view, place.columnLabels, place.bar})
        widget->hide();
    connectView(index);
}

void HeatmapBoard::connectView(std::size_t index) {
    HeatmapView* view = m_places[index].view;
    // What a gesture meant is known by the map that was on screen then.
    const auto mapName = [view] { return view->map() != nullptr ? view->map()->map.name : MapName::weights; };
    view->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(view, &QWidget::customContextMenuRequested, this,
            [this, view, index](const QPoint& at) { m_menus[index % 3]->popup(view->mapToGlobal(at)); });
    view->installEventFilter(this);
    connect(view, &HeatmapView::hovered, this, [this, index](const MapCell& cell) {
        m_hoverByKeys = false;
        setHover(index, cell);
    });
    connect(view, &HeatmapView::clicked, m_navigator,
            [this, mapName](const MapCell& cell) { m_navigator->select(mapName(), cell); });
    connect(view, &HeatmapView::stepped, this, [this, index](Index rows, Index cols) { step(index, rows, cols); });
    connect(view, &HeatmapView::zoomRequested, m_navigator, [this, mapName](double notches, const ZoomAnchor& anchor) {
        m_navigator->zoom(mapName(), notches, anchor);
    });
    connect(view, &HeatmapView::panStarted, m_navigator, &MapNavigator::startPan);
    connect(view, &HeatmapView::panned, m_navigator,
            [this, mapName](Index rows, Index cols) { m_navigator->pan(mapName(), rows, cols); });
    connect(view, &HeatmapView::doubleClicked, m_navigator, &MapNavigator::takeClickBack);
    connect(view, &HeatmapView::resetRequested, m_navigator, &MapNavigator::resetRegion);
}

/// Keys move the selected cell, and the read-out shows it even where the pointer rests on another. Dimensions are not
/// selected: along them the crosshair moves.
void HeatmapBoard::step(std::size_t index, Index rows, Index cols) {
    if (index >= views().size())
        return;
    for (const Place& place : m_places)
        place.view->forgetPointer();
    const Map& map = m_shown->maps[index].map;
    const bool dimensions = columnAxis(map.name) == Axis::dimension;
    const Index begin = map.region.colBegin, end = map.region.colEnd;
    MapCell cell;
    if (dimensions && m_hoverPlace == index && m_hoverCell.col >= 0)
        cell.col = std::clamp<Index>(m_hoverCell.col + cols, begin, end - 1);
    else if (dimensions && cols != 0)
        cell.col = cols > end - begin ? end - 1 : begin;
    const MapName name = map.name; // the map may go with the step
    m_navigator->step(name, rows, cols);
    const Selection selection = m_session->scene().selection;
    cell.row = cell.col < 0 ? -1 : cellIn(name, {selection.row, selection.key}).row;
    m_hoverByKeys = cell.row >= 0;
    setHover(index, cell);
}

std::vector<HeatmapView*> HeatmapBoard::views() const {
    std::vector<HeatmapView*> views;
    for (std::size_t i = 0; m_shown && i < std::min(m_shown->maps.size(), m_places.size()); ++i)
        views.push_back(m_places[i].view);
    return views;
}

QSize HeatmapBoard::minimumSizeHint() const {
    return {480, 240};
}

QSize HeatmapBoard::sizeHint() const {
    return {1144, 480};
}

void HeatmapBoard::takeShown() {
    m_shown = m_session->shown();
    if (m_hoverByKeys &&
        (m_hoverPlace >= views().size() || columnAxis(m_shown->maps[m_hoverPlace].map.name) != Axis::dimension)) {
        m_hoverByKeys = false;
        m_hoverCell = {};
    }
    showTitles();
    layOut();
    showSelection();
    for (HeatmapView* view : views())
        view->hoverAgain();
}

bool HeatmapBoard::hasRowLabels(std::size_t index) const {
    if (index % 3 == 0)
        return true;
    const auto rows = [&](std::size_t i) { return rowAxis(m_shown->maps[i].map.name); };
    return rows(index) != rows(index - 1);
}

std::vector<BoardShape> HeatmapBoard::shapes() const {
    std::vector<BoardShape> shapes;
    for (std::size_t i = 0; i < views().size(); ++i) {
        const Map& map = m_shown->maps[i].map;
        shapes.push_back(
            {map.cells.rows(), map.cells.cols(), columnAxis(map.name) == Axis::dimension, hasRowLabels(i)});
    }
    return shapes;
}

AxisText HeatmapBoard::axisText(Axis axis) {
    AxisText text{m_shown->head, nullptr, axisName(axis), 0};
    const Head& head = *m_shown->head;
    if (axis == Axis::query) {
        text.labels = &head.queryLabels;
        text.widest = m_queryMeasure.widest(text, head.nQ(), labelFont(font()));
    } else if (axis == Axis::key) {
        text.labels = &head.keyLabels;
        text.widest = m_keyMeasure.widest(text, head.nK(), labelFont(font()));
    }
    return text;
}

/// With labels that take all the room they may.
BoardMetrics HeatmapBoard::metricsAt(const QSize& size, bool compare) const {
    BoardMetrics m;
    m.title = MapTitle::heightFor(font());
    m.lowerTitle = MapTitle::lineHeightFor(font());
    m.bar = ColorBar::widthFor(font(), size.width());
    m.readOut = ReadOut::heightFor(font(), size.width(), compare ? 2 : 1);
    m.rowLabels = std::clamp(size.width() / 10, 48, 104);
    m.columnLabels = std::clamp(size.height() / (compare ? 8 : 6), 32, 80);
    return m;
}

int HeatmapBoard::heightFor(int width, bool compare) const {
    constexpr int unlimited = 10000;
    BoardMetrics m = metricsAt({width, unlimited}, compare);
    const int name = AxisLabels::nameExtent(font());
    m.rowLabels += name + 4;
    m.columnLabels += name + 6;
    return usefulHeight(width, compare ? 2 : 1, m);
}

BoardMetrics HeatmapBoard::metrics() {
    BoardMetrics m = metricsAt(size(), m_shown && m_shown->maps.size() > 3);
    const int name = AxisLabels::nameExtent(font());
    int widest = 0, tallest = QFontMetrics(labelFont(font())).height();
    for (std::size_t i = 0; i < views().size(); ++i) {
        const MapName map = m_shown->maps[i].map.name;
        widest = std::max(widest, axisText(rowAxis(map)).widest);
        const AxisText below = axisText(columnAxis(map));
        if (!below.numbered())
            tallest = std::max(tallest, below.widest);
    }
    m_labelRoom = widest * 5 / 4 + QFontMetrics(font()).horizontalAdvance(QStringLiteral("0000  "));
    // On the grid, so that one more digit seldom moves anything.
    const auto onGrid = [](int pixels) { return (pixels + theme::grid - 1) / theme::grid * theme::grid; };
    m.rowLabels = onGrid(name + std::min(widest, m.rowLabels) + 4);
    m.columnLabels = onGrid(name + std::min(tallest, m.columnLabels) + 6);
    return m;
}

void HeatmapBoard::layOut() {
    const BoardGeometry geometry = boardGeometry(size(), devicePixelRatioF(), shapes(), metrics());
    m_readOut->setGeometry(geometry.readOut);
    for (std::size_t i = 0; i < m_places.size(); ++i) {
        const bool used = i < geometry.places.size();
        const Place& place = m_places[i];
        place.title->setVisible(used);
        place.view->setVisible(used);
        place.bar->setVisible(used);
        place.rowLabels->setVisible(used && geometry.places[i].rowLabels.isValid());
        place.columnLabels->setVisible(used && geometry.places[i].columnLabels.isValid());
        if (used)
            layOutPlace(i, geometry.places[i]);
        else
            place.view->setContent(nullptr, 0, {}, {});
    }
    giveBudget(geometry);
}

void HeatmapBoard::layOutPlace(std::size_t index, const BoardPlace& at) {
    const Place& place = m_places[index];
    const Map& map = m_shown->maps[index].map;
    const qreal ratio = devicePixelRatioF();
    place.title->setGeometry(at.title);
    place.view->setGeometry(at.view);
    place.bar->setGeometry(at.bar);
    place.view->setContent(m_shown, index, at.rows, at.cols, ratio);
    const Picture& picture = m_shown->maps[index].picture;
    place.bar->setContent({picture.scale, picture.clippedLow, picture.clippedHigh, legendOf(index), at.barLength});
    if (at.rowLabels.isValid()) {
        place.rowLabels->setGeometry(at.rowLabels);
        place.rowLabels->setContent(axisText(rowAxis(map.name)),
                                    {at.rows, map.region.rowBegin, map.region.rowEnd, map.poolRows}, ratio);
    }
    if (at.columnLabels.isValid()) {
        place.columnLabels->setGeometry(at.columnLabels);
        place.columnLabels->setContent(axisText(columnAxis(map.name)),
                                       {at.cols, map.region.colBegin, map.region.colEnd, map.poolCols}, ratio);
    }
}

/// With compare there is room for a legend below the lower map only: it speaks for both.
ColorBar::Legend HeatmapBoard::legendOf(std::size_t index) const {
    ColorBar::Legend legend;
    const std::size_t count = m_shown->maps.size();
    if (index + 3 < count)
        return legend;
    const bool masks = !m_shown->frame.options.masks.empty() || m_shown->head->mask || m_shown->head->bias;
    for (std::size_t i = index % 3; i < count; i += 3) {
        const ShownMap& shown = m_shown->maps[i];
        // Under a mask a logit of −∞ is a masked one, without any it is an overflow.
        const bool hidden = masks && shown.map.name == MapName::scaled && shown.picture.minusInfinities > 0;
        legend.masked = legend.masked || hidden || m_places[i].view->hasMasked();
        legend.minusInfinity = legend.minusInfinity || (!hidden && shown.picture.minusInfinities > 0);
        legend.plusInfinity = legend.plusInfinity || shown.picture.plusInfinities > 0;
        legend.nan = legend.nan || shown.picture.nans > 0;
    }
    return legend;
}

void HeatmapBoard::giveBudget(const BoardGeometry& geometry) {
    // Before the board has its place in the window its size says nothing.
    if (!isVisible())
        return;
    const bool square = !m_shown || m_shown->head->nQ() == m_shown->head->nK();
    m_session->setCellBudget(geometry.budget(square));
}

/// The map that is clicked or focused is the current one: what Copy copies.
bool HeatmapBoard::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::MouseButtonPress || event->type() == QEvent::FocusIn) {
        const auto at = std::find_if(m_places.begin(), m_places.end(),
                                     [watched](const Place& place) { return place.view == watched; });
        if (at != m_places.end())
            m_session->setCurrentMap(static_cast<int>(at - m_places.begin()));
    }
    return QWidget::eventFilter(watched, event);
}

void HeatmapBoard::resizeEvent(QResizeEvent*) {
    layOut();
}

void HeatmapBoard::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    if (QWindow* handle = window()->windowHandle())
        connect(handle, &QWindow::screenChanged, this, &HeatmapBoard::layOut, Qt::UniqueConnection);
    layOut();
}

void HeatmapBoard::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::PaletteChange) {
        showTitles();
        layOut();
    }
}

} // namespace softscope
