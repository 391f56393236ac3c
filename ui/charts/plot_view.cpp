#include "ui/charts/plot_view.h"

#include "ui/theme.h"

#include <QAreaSeries>
#include <QLineSeries>
#include <QMouseEvent>
#include <QValueAxis>

#include <algorithm>
#include <cmath>

namespace softscope {

namespace {

QChart* bareChart() {
    auto* chart = new QChart;
    chart->legend()->hide();
    chart->setBackgroundVisible(false);
    chart->setPlotAreaBackgroundVisible(false);
    chart->setMargins({});
    chart->setContentsMargins(0, 0, 0, 0);
    chart->setMinimumSize(0, 0);
    return chart;
}

QValueAxis* hiddenAxis(QChart* chart, Qt::Alignment side) {
    auto* axis = new QValueAxis(chart);
    axis->setVisible(false);
    axis->setRange(0, 1);
    chart->addAxis(axis, side);
    return axis;
}

} // namespace

PlotView::PlotView(QWidget* parent)
    : QChartView(bareChart(), parent), m_xAxis(hiddenAxis(chart(), Qt::AlignBottom)),
      m_yAxis(hiddenAxis(chart(), Qt::AlignLeft)) {
    setRenderHint(QPainter::Antialiasing);
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::NoFocus);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setViewportUpdateMode(FullViewportUpdate);
    setCacheMode(CacheBackground);
    setBackgroundRole(QPalette::Window);
    viewport()->setBackgroundRole(QPalette::Window);
    viewport()->setMouseTracking(true);
}

void PlotView::setXAxis(double low, double high, std::vector<AxisTick> ticks) {
    const bool sameRange = m_xAxis->min() == low && m_xAxis->max() == high;
    if (!sameRange)
        m_xAxis->setRange(low, high);
    if (sameRange && ticks == m_xTicks)
        return;
    m_xTicks = std::move(ticks);
    placePlot();
}

void PlotView::setYAxis(const AxisRange& range) {
    setYAxis(range.low, range.high, ticksOf(range));
}

void PlotView::setYAxis(double low, double high, std::vector<AxisTick> ticks) {
    const bool sameRange = m_yAxis->min() == low && m_yAxis->max() == high;
    if (!sameRange)
        m_yAxis->setRange(low, high);
    if (sameRange && ticks == m_yTicks)
        return;
    m_yTicks = std::move(ticks);
    placePlot();
}

void PlotView::setAxisNames(const QString& x, const QString& y) {
    m_xName = x;
    m_yName = y;
    placePlot();
}

void PlotView::setLegend(std::vector<LegendEntry> entries) {
    m_legend = std::move(entries);
    repaintBackground();
}

void PlotView::setNote(const QStringList& lines, Qt::AlignmentFlag side) {
    if (lines == m_note && side == m_noteSide)
        return;
    m_note = lines;
    m_noteSide = side;
    viewport()->update();
}

void PlotView::setEmptyText(const QString& text) {
    if (text == m_emptyText)
        return;
    m_emptyText = text;
    viewport()->update();
}

QLineSeries* PlotView::addLine() {
    auto* line = new QLineSeries(chart());
    chart()->addSeries(line);
    line->attachAxis(m_xAxis);
    line->attachAxis(m_yAxis);
    return line;
}

QAreaSeries* PlotView::addArea() {
    auto* area = new QAreaSeries(chart());
    area->setUpperSeries(new QLineSeries(area));
    chart()->addSeries(area);
    area->attachAxis(m_xAxis);
    area->attachAxis(m_yAxis);
    return area;
}

QAreaSeries* PlotView::addBand() {
    QAreaSeries* const band = addArea();
    band->setLowerSeries(new QLineSeries(band));
    return band;
}

double PlotView::yAt(double pixel) const {
    const double share = m_plot.height() > 0 ? (m_plot.bottom() - pixel) / m_plot.height() : 0;
    return m_yAxis->min() + share * (m_yAxis->max() - m_yAxis->min());
}

double PlotView::xAt(double pixel) const {
    const double share = m_plot.width() > 0 ? (pixel - m_plot.left()) / m_plot.width() : 0;
    return m_xAxis->min() + share * (m_xAxis->max() - m_xAxis->min());
}

QPointF PlotView::pixelAt(double x, double y) const {
    const double width = m_xAxis->max() - m_xAxis->min(), height = m_yAxis->max() - m_yAxis->min();
    return {m_plot.left() + m_plot.width() * (x - m_xAxis->min()) / width,
            m_plot.bottom() - m_plot.height() * (y - m_yAxis->min()) / height};
}

std::optional<PlotView::ReadOut> PlotView::readOut(double /*x*/) const {
    return std::nullopt;
}

void PlotView::paintOver(QPainter& /*painter*/) {}

QFont PlotView::smallFont() const {
    QFont small = font();
    if (small.pointSizeF() > 0)
        small.setPointSizeF(std::max(small.pointSizeF() * 0.88, 6.5));
    return small;
}

void PlotView::placePlot() {
    const QFontMetrics metrics(smallFont());
    int labels = metrics.horizontalAdvance(QStringLiteral("0.25")), lastLabel = 0;
    for (const AxisTick& tick : m_yTicks)
        labels = std::max(labels, metrics.horizontalAdvance(tick.text));
    if (!m_xTicks.empty())
        lastLabel = metrics.horizontalAdvance(m_xTicks.back().text);
    const int line = metrics.height();
    const int left = (m_yName.isEmpty() ? 0 : line + 2) + labels + 6, top = line / 2 + 2;
    const int right = std::max(lastLabel / 2 + 2, theme::grid) + reservedRight(), bottom = 2 * line + 7;
    const QSize size = viewport()->size();
    const QRectF plot(left, top, std::max(size.width() - left - right, 1), std::max(size.height() - top - bottom, 1));
    if (plot != m_plot) {
        m_plot = plot;
        chart()->setPlotArea(plot);
    }
    repaintBackground();
}

void PlotView::repaintBackground() {
    resetCachedContent();
    viewport()->update();
}

void PlotView::resizeEvent(QResizeEvent* event) {
    QChartView::resizeEvent(event);
    placePlot();
}

void PlotView::changeEvent(QEvent* event) {
    QChartView::changeEvent(event);
    switch (event->type()) {
    case QEvent::PaletteChange:
    case QEvent::StyleChange:
        applyColors();
        repaintBackground();
        break;
    case QEvent::FontChange:
        placePlot();
        break;
    default:
        break;
    }
}

// The mouse reads out; none of it is for the items of the scene.

void PlotView::mouseMoveEvent(QMouseEvent* event) {
    m_hoverX = event->position().x();
    viewport()->update();
}

void PlotView::mousePressEvent(QMouseEvent* event) {
    event->accept();
}

void PlotView::mouseReleaseEvent(QMouseEvent* event) {
    event->accept();
}

void PlotView::leaveEvent(QEvent* event) {
    QChartView::leaveEvent(event);
    m_hoverX.reset();
    viewport()->update();
}

void PlotView::wheelEvent(QWheelEvent* event) {
    event->ignore();
}

} // namespace softscope
