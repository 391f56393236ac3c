#include "ui/charts/score_distribution_chart.h"

#include "core/analysis/theory.h"
#include "core/render/number_text.h"
#include "ui/charts/step_points.h"
#include "ui/session.h"
#include "ui/theme.h"

#include <QAreaSeries>
#include <QLineSeries>
#include <QLocale>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace softscope {

namespace {

constexpr int curvePoints = 80;

double normalDensity(double x, double variance) {
    return std::exp(-x * x / (2 * variance)) / std::sqrt(2 * std::numbers::pi * variance);
}

/// N(0, variance) between low and high, its points where it bends.
QList<QPointF> normalCurve(double variance, double low, double high) {
    const double reach = 5 * std::sqrt(variance), first = std::max(low, -reach), last = std::min(high, reach);
    QList<QPointF> points;
    points.reserve(curvePoints + 3);
    points.append({low, normalDensity(low, variance)});
    for (int i = 0; i <= curvePoints && first < last; ++i) {
        const double x = first + (last - first) * i / curvePoints;
        points.append({x, normalDensity(x, variance)});
    }
    points.append({high, normalDensity(high, variance)});
    return points;
}

QString number(double value) {
    return QString::fromStdString(numberText(value));
}

QString grouped(Index count) {
    return QLocale(QLocale::English).toString(qlonglong(count)); // 65,536
}

} // namespace

ScoreDistributionChart::ScoreDistributionChart(Session* session, QWidget* parent)
    : Chart(parent), m_area(addArea()), m_theory(addLine()) {
    setAxisNames(tr("q·k"), tr("density"));
    applyColors();
    connect(session, &Session::shownChanged, this, [this, session] { take(session->shown()); });
    take(session->shown());
}

const QLineSeries* ScoreDistributionChart::measured() const {
    return m_area->upperSeries();
}

bool ScoreDistributionChart::hasTheory() const {
    return m_shown && m_shown->distribution.theoryVariance > 0;
}

void ScoreDistributionChart::take(const ShownPointer& shown) {
    const bool hadTheory = hasTheory();
    m_shown = shown;
    if (hadTheory != hasTheory())
        applyColors();
    setTexts();
    if (!shown || shown->distribution.density.empty()) {
        m_area->upperSeries()->clear();
        m_theory->clear();
        setEmptyText(shown ? tr("There is no score to count") : QString());
        return;
    }
    setEmptyText({});
    const ScoreDistribution& d = shown->distribution;
    setAxes(d);
    m_area->upperSeries()->replace(stepPoints(d.edges, d.density));
    if (!hasTheory()) {
        if (m_theory->count() > 0)
            m_theory->clear();
        return;
    }
    const double low = std::min(m_xRange.range().low, d.edges.front());
    m_theory->replace(normalCurve(d.theoryVariance, low, std::max(m_xRange.range().high, d.edges.back())));
}

void ScoreDistributionChart::setAxes(const ScoreDistribution& d) {
    double low = d.edges.front(), high = d.edges.back();
    double top = *std::max_element(d.density.begin(), d.density.end());
    if (hasTheory()) {
        const double reach = std::max({std::abs(low), std::abs(high), 3.5 * std::sqrt(d.theoryVariance)});
        low = -reach;
        high = reach;
        top = std::max(top, normalDensity(0, d.theoryVariance));
    }
    const AxisRange& x = m_xRange.take(low, high);
    setXAxis(x.low, x.high, ticksOf(x));
    setYAxis(m_yRange.take(0, top));
}

void ScoreDistributionChart::setTexts() {
    if (!m_shown) {
        setHeading(tr("Distribution of scores"), {});
        return;
    }
    const ScoreDistribution& d = m_shown->distribution;
    const Source& source = m_shown->scene.source;
    QString title = tr("Distribution of scores");
    if (hasTheory()) {
        const bool unit = source.sigmaQ == 1 && source.sigmaK == 1;
        title = m_shown->scene.softmax.qkNorm ? tr("Scores against N(0, 1/dₖ)")
                : unit                        ? tr("Scores against N(0, dₖ)")
                                              : tr("Scores against N(0, dₖσq²σk²)");
    }
    const Moments& all = m_shown->frame.scores;
    const double variance = std::isfinite(all.variance) ? all.variance : d.variance;
    QString subtitle;
    if (std::isfinite(variance))
        subtitle = hasTheory()
                       ? tr("variance %1 measured, %2 in theory").arg(number(variance), number(d.theoryVariance))
                       : tr("variance %1").arg(number(variance));
    if (std::isfinite(variance) && std::isfinite(d.excessKurtosis))
        subtitle += hasTheory() && !m_shown->scene.softmax.qkNorm
                        ? tr("; excess kurtosis %1, 6/dₖ = %2")
                              .arg(number(d.excessKurtosis), number(scoreExcessKurtosis(double(m_shown->head->dK()))))
                        : tr("; excess kurtosis %1").arg(number(d.excessKurtosis));
    setHeading(title, subtitle);
    setNotes();
}

/// What there is room for beside the bell; reading out says the rest.
void ScoreDistributionChart::setNotes() {
    if (!m_shown)
        return;
    const ScoreDistribution& d = m_shown->distribution;
    constexpr double roomy = 250;
    QStringList notes = plotArea().width() < roomy ? QStringList() : gapLines();
    if (d.outOf > d.scores)
        notes << tr("%1 of").arg(grouped(d.scores)) << tr("%1 scores").arg(grouped(d.outOf));
    setNote(notes);
}

/// How far apart two scores of a row are, and what that makes of their weights: as they are, and divided by √d_k.
QStringList ScoreDistributionChart::gapLines() const {
    if (!hasTheory() || m_shown->scene.softmax.qkNorm)
        return {};
    const auto line = [](const QString& words, const TypicalGap& gap) {
        return words.arg(number(gap.deviation), number(gap.ratio));
    };
    const double variance = m_shown->distribution.theoryVariance,
                 scaledVariance = variance / double(m_shown->head->dK());
    QStringList lines{line(tr("gap %1: × %2"), typicalGap(variance)),
                      line(tr("÷√dₖ %1: × %2"), typicalGap(scaledVariance))};
    if (std::abs(scaledVariance - 1) > 1e-9)
        lines << tr("÷√dₖ leaves variance %1").arg(number(scaledVariance));
    return lines;
}

std::optional<PlotView::ReadOut> ScoreDistributionChart::readOut(double x) const {
    if (!m_shown || m_shown->distribution.density.empty())
        return std::nullopt;
    const ScoreDistribution& d = m_shown->distribution;
    if (x < d.edges.front() || x >= d.edges.back())
        return std::nullopt;
    const auto above = std::upper_bound(d.edges.begin(), d.edges.end(), x);
    const auto bin = std::size_t(above - d.edges.begin()) - 1;
    const double middle = (d.edges[bin] + d.edges[bin + 1]) / 2, width = d.edges[bin + 1] - d.edges[bin];
    ReadOut said{middle, {tr("q·k from %1 to %2").arg(number(d.edges[bin]), number(d.edges[bin + 1]))}};
    said.lines.append(tr("%1 % of the scores").arg(number(100 * d.density[bin] * width)));
    if (hasTheory()) {
        const double spread = std::sqrt(2 * d.theoryVariance);
        const double share = (std::erf(d.edges[bin + 1] / spread) - std::erf(d.edges[bin] / spread)) / 2;
        said.lines.append(tr("%1 % in theory").arg(number(100 * share)));
    }
    said.lines += gapLines();
    return said;
}

void ScoreDistributionChart::resizeEvent(QResizeEvent* event) {
    Chart::resizeEvent(event);
    setNotes();
}

void ScoreDistributionChart::applyColors() {
    const QColor accent = theme::scaled(palette()), ink = palette().color(QPalette::WindowText);
    QColor fill = accent;
    fill.setAlphaF(0.4F);
    m_area->setBrush(fill);
    m_area->setPen(QPen(accent, 1));
    m_theory->setPen(QPen(ink, 1.5));
    std::vector<LegendEntry> legend{{tr("measured"), Sample::area, accent}};
    if (hasTheory())
        legend.push_back({tr("theory"), Sample::line, ink});
    setLegend(std::move(legend));
}

} // namespace softscope
