#include "ui/charts/dk_chart.h"

#include "core/render/number_text.h"
#include "core/scene/validate.h"
#include "ui/charts/dk_mark.h"
#include "ui/session.h"
#include "ui/theme.h"

#include <QLineSeries>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace softscope {

namespace {

constexpr int leastAxis = 10; // log₂ 1024

double ofPoint(const DkPoint& point, ChartName quantity) {
    switch (quantity) {
    case ChartName::largestWeight:
        return point.maxWeight;
    case ChartName::jacobianNorm:
        return point.frobenius;
    case ChartName::gradientNorm:
        return point.gradientMedian;
    default:
        return point.effectiveTokens;
    }
}

double meanOf(const Summary& summary, ChartName quantity) {
    switch (quantity) {
    case ChartName::largestWeight:
        return summary.maxWeight.mean;
    case ChartName::jacobianNorm:
        return summary.frobenius.mean;
    case ChartName::gradientNorm: // the maps on screen need no gradient
        return undefined;
    default:
        return summary.effectiveTokens.mean;
    }
}

/// The dashed lines: theory, but beside the median of the gradient what its few largest rows make of it.
double besides(const DkPoint& point, ChartName quantity) {
    return quantity == ChartName::gradientNorm ? point.gradientRms : ofPoint(point, quantity);
}

QList<QPointF> pointsOf(const std::vector<DkPoint>& points, ChartName quantity,
                        double (*valueOf)(const DkPoint&, ChartName) = ofPoint) {
    QList<QPointF> result;
    for (const DkPoint& point : points) {
        const double value = valueOf(point, quantity);
        if (std::isfinite(value))
            result.append({std::log2(point.dK), value});
    }
    return result;
}

QString number(double value) {
    return QString::fromStdString(numberText(value));
}

QString axisName(ChartName quantity) {
    switch (quantity) {
    case ChartName::largestWeight:
        return DkChart::tr("weight");
    case ChartName::jacobianNorm:
        return DkChart::tr("‖J‖");
    case ChartName::gradientNorm:
        return DkChart::tr("‖∂L/∂q‖");
    default:
        return DkChart::tr("tokens");
    }
}

} // namespace

DkChart::DkChart(Session* session, ChartName quantity, QWidget* parent)
    : Chart(parent), m_session(session), m_quantity(quantity), m_lines{addLine(), addLine(), addLine(), addLine()} {
    setAxisNames(tr("dₖ"), axisName(quantity));
    connect(session, &Session::curveChanged, this, &DkChart::takeCurve);
    connect(session, &Session::shownChanged, this, &DkChart::takeShown);
    connect(session, &Session::sceneChanged, this, &DkChart::takeMark);
    takeMark();
    takeShown();
    applyColors();
}

bool DkChart::canChoose() const {
    return knownDK(m_session->scene().source) && m_session->scene().source.kind != SourceKind::workedExample &&
           m_session->scene().source.kind != SourceKind::saturation;
}

void DkChart::takeMark() {
    const Scene& scene = m_session->scene();
    const std::optional<Index> known = knownDK(scene.source);
    const Index dK = known ? *known : m_shown ? m_shown->head->dK() : 0;
    viewport()->setCursor(canChoose() ? Qt::SizeHorCursor : Qt::ArrowCursor);
    if (dK == m_markedDK)
        return;
    m_markedDK = dK;
    setAxes();
    viewport()->update();
}

void DkChart::takeShown() {
    m_shown = m_session->shown();
    takeMark();
    takeCurve();
}

void DkChart::takeCurve() {
    // A curve of the source before does not speak of a head that has none.
    const bool hasCurve = m_shown && (m_shown->scene.source.kind == SourceKind::gaussian ||
                                      m_shown->scene.source.kind == SourceKind::projection);
    std::shared_ptr<const DkCurve> curve = hasCurve ? m_session->curve() : nullptr;
    if (curve && (!curve->available || curve->scaled.empty()))
        curve = nullptr;
    if (curve != m_curve) {
        m_curve = std::move(curve);
        const DkCurve none;
        const DkCurve& c = m_curve ? *m_curve : none;
        m_lines[0]->replace(pointsOf(c.scaled, m_quantity));
        m_lines[1]->replace(pointsOf(c.unscaled, m_quantity));
        const bool gradient = m_quantity == ChartName::gradientNorm;
        m_lines[2]->replace(pointsOf(gradient ? c.scaled : c.theoryScaled, m_quantity, besides));
        m_lines[3]->replace(pointsOf(gradient ? c.unscaled : c.theoryUnscaled, m_quantity, besides));
        applyColors();
    }
    // Under the mark's own text, on the side that has more room.
    setNote(m_shown && !hasCurve ? QStringList{QString(), tr("this head has one dₖ only")} : QStringList(),
            m_markedDK < 32 ? Qt::AlignRight : Qt::AlignLeft);
    setAxes();
    setTexts();
    viewport()->update();
}

double DkChart::now(bool scaled) const {
    if (!m_shown)
        return undefined;
    return meanOf(scaled == m_shown->frameIsScaled ? m_shown->summary : m_shown->otherSummary, m_quantity);
}

void DkChart::setAxes() {
    const int last = std::max(leastAxis, m_markedDK > 0 ? int(std::ceil(std::log2(double(m_markedDK)) - 1e-9)) : 0);
    std::vector<AxisTick> ticks;
    for (int p = 0; p <= last; ++p)
        ticks.push_back({double(p), QString::number(1 << p)});
    setXAxis(0, last, std::move(ticks));
    double top = 0;
    for (const QLineSeries* line : m_lines) {
        for (const QPointF& point : line->points())
            top = std::max(top, point.y());
    }
    for (const bool isScaled : {true, false})
        top = std::max(top, std::isfinite(now(isScaled)) ? now(isScaled) : 0);
    setYAxis(m_quantity == ChartName::largestWeight ? AxisRange{0, 1, 0.2} : m_yRange.take(0, top));
}

void DkChart::setTexts() {
    QString rows;
    if (m_curve && m_curve->outOf == 1)
        rows = tr("the one row");
    else if (m_curve && m_curve->rows < m_curve->outOf)
        rows = tr("mean of %1 of %2 rows").arg(m_curve->rows).arg(m_curve->outOf);
    else if (m_curve)
        rows = tr("mean of all %1 rows").arg(m_curve->rows);
    if (!m_shown || !m_shown->coverage.complete()) { // then there are no statistics of now
        setHeading(chartText(m_quantity), rows);
        return;
    }
    if (m_quantity == ChartName::gradientNorm) {
        const QString what = tr("median row, dashed: root mean square; L = ΣO");
        setHeading(chartText(m_quantity), !m_curve ? what
                                          : m_curve->rows < m_curve->outOf
                                              ? tr("%1; %2 of %3 rows").arg(what).arg(m_curve->rows).arg(m_curve->outOf)
                                              : what);
        return;
    }
    const Summary& with = m_shown->frameIsScaled ? m_shown->summary : m_shown->otherSummary;
    const Summary& without = m_shown->frameIsScaled ? m_shown->otherSummary : m_shown->summary;
    if (m_quantity == ChartName::jacobianNorm) {
        // Flat rows and sharp rows both have a small Jacobian: the effective tokens tell them apart.
        const QString now = tr("now %1 (%2 tokens), without %3 (%4)")
                                .arg(number(with.frobenius.mean), number(with.effectiveTokens.mean),
                                     number(without.frobenius.mean), number(without.effectiveTokens.mean));
        setHeading(chartText(m_quantity), rows.isEmpty() ? now : tr("%1; %2").arg(now, rows));
    } else {
        const QString present = tr("now %1, without %2").arg(number(now(true)), number(now(false)));
        setHeading(chartText(m_quantity), rows.isEmpty() ? present : tr("%1; %2").arg(rows, present));
    }
}

std::optional<PlotView::ReadOut> DkChart::readOut(double x) const {
    if (!m_curve || m_choosing)
        return std::nullopt;
    const auto nearest = std::size_t(std::clamp(std::lround(x), 0L, long(m_curve->scaled.size()) - 1));
    const DkPoint& with = m_curve->scaled[nearest];
    const DkPoint& without = m_curve->unscaled[nearest];
    ReadOut said{std::log2(with.dK), {tr("dₖ = %1").arg(with.dK)}};
    QString scaledText = tr("%1 with the scale").arg(number(ofPoint(with, m_quantity)));
    QString unscaledText = tr("%1 without").arg(number(ofPoint(without, m_quantity)));
    if (m_quantity == ChartName::effectiveTokens && !m_curve->theoryScaled.empty()) {
        scaledText += tr(" (theory %1)").arg(number(m_curve->theoryScaled[nearest].effectiveTokens));
        unscaledText += tr(" (theory %1)").arg(number(m_curve->theoryUnscaled[nearest].effectiveTokens));
    }
    if (m_quantity == ChartName::gradientNorm) {
        scaledText += tr(" (RMS %1)").arg(number(with.gradientRms));
        unscaledText += tr(" (RMS %1)").arg(number(without.gradientRms));
    }
    said.lines << scaledText << unscaledText;
    return said;
}

void DkChart::paintOver(QPainter& painter) {
    if (m_markedDK <= 0)
        return;
    paintDKMark(painter, *this, m_markedDK, plotArea(), pixelAt(std::log2(double(m_markedDK)), 0).x());
    if (!m_shown)
        return;
    painter.setPen(QPen(palette().color(QPalette::Window), 1.5));
    for (const bool isScaled : {false, true}) {
        if (!std::isfinite(now(isScaled)))
            continue;
        painter.setBrush(isScaled ? theme::scaled(palette()) : theme::unscaled(palette()));
        painter.drawEllipse(pixelAt(std::log2(double(m_shown->head->dK())), now(isScaled)), 4, 4);
    }
    painter.setBrush(Qt::NoBrush);
}

void DkChart::applyColors() {
    const QColor blue = theme::scaled(palette()), orange = theme::unscaled(palette());
    const std::array colors{blue, orange, blue, orange};
    for (std::size_t i = 0; i < m_lines.size(); ++i) {
        QPen pen(colors[i], i < 2 ? 2 : 1.2);
        if (i >= 2)
            pen.setDashPattern({4, 3});
        m_lines[i]->setPen(pen);
    }
    std::vector<LegendEntry> legend{{tr("with scale"), Sample::line, blue}, {tr("without"), Sample::line, orange}};
    if (m_lines[2]->count() > 0)
        legend.push_back({m_quantity == ChartName::gradientNorm ? tr("RMS") : tr("theory"), Sample::dashes,
                          theme::muted(palette())});
    setLegend(std::move(legend));
}

void DkChart::choose(double pixel) {
    const double place = std::clamp(pixel, plotArea().left(), plotArea().right());
    const auto dK = std::max<Index>(1, Index(std::lround(std::exp2(xAt(place)))));
    m_session->edit(
        tr("dₖ"), [dK](Scene& scene) { scene.source.dK = dK; }, QStringLiteral("d_k in a chart"));
}

void DkChart::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || !canChoose() || !plotArea().contains(event->position())) {
        Chart::mousePressEvent(event);
        return;
    }
    m_choosing = true;
    choose(event->position().x());
}

void DkChart::mouseMoveEvent(QMouseEvent* event) {
    if (m_choosing)
        choose(event->position().x());
    Chart::mouseMoveEvent(event);
}

void DkChart::mouseReleaseEvent(QMouseEvent* event) {
    if (!m_choosing || event->button() != Qt::LeftButton) {
        Chart::mouseReleaseEvent(event);
        return;
    }
    m_choosing = false;
    m_session->endGesture();
}

} // namespace softscope
