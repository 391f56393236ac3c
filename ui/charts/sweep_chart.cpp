#include "ui/charts/sweep_chart.h"

#include "core/analysis/dk_keys.h"
#include "core/analysis/fresh_heads.h"
#include "core/render/number_text.h"
#include "ui/charts/dk_mark.h"
#include "ui/session.h"
#include "ui/theme.h"

#include <QAreaSeries>
#include <QLineSeries>
#include <QMouseEvent>

#include <algorithm>
#include <cmath>

namespace softscope {

namespace {

constexpr Index mostRows = 64;       ///< query rows of each head that are looked at
constexpr Index mostTokens = 4096;   ///< of a head that is drawn for a chart: all of its dimensions are in memory
constexpr Index mostKeyTokens = 512; ///< where the gradient of k, a sum over all rows, is asked for
constexpr double leastPower = -12;   ///< of a logarithmic axis: below, nothing is told apart

SweepQuantity quantityOf(ChartName name) {
    switch (name) {
    case ChartName::sweepEffectiveTokens:
        return SweepQuantity::effectiveTokens;
    case ChartName::sweepLargestWeight:
        return SweepQuantity::maxWeight;
    case ChartName::sweepJacobian:
        return SweepQuantity::frobenius;
    case ChartName::sweepSpectral:
        return SweepQuantity::spectral;
    case ChartName::sweepGradQ:
        return SweepQuantity::gradQ;
    case ChartName::sweepGradK:
        return SweepQuantity::gradK;
    default:
        return SweepQuantity::entropy;
    }
}

QString axisName(SweepQuantity quantity) {
    switch (quantity) {
    case SweepQuantity::entropy:
        return SweepChart::tr("nats");
    case SweepQuantity::effectiveTokens:
        return SweepChart::tr("tokens");
    case SweepQuantity::maxWeight:
        return SweepChart::tr("weight");
    case SweepQuantity::frobenius:
        return QStringLiteral("‖J‖");
    case SweepQuantity::spectral:
        return QStringLiteral("λmax");
    case SweepQuantity::gradQ:
        return QStringLiteral("‖∂L/∂q‖");
    case SweepQuantity::gradK:
        return QStringLiteral("‖∂L/∂k‖");
    }
    return {};
}

QString number(double value) {
    return QString::fromStdString(numberText(value));
}

SweepRequest requestOf(SweepQuantity quantity) {
    SweepRequest request;
    request.sizes.assign(dkSizes.begin(), dkSizes.end());
    request.keyGradient = quantity == SweepQuantity::gradK;
    request.queryGradient = quantity == SweepQuantity::gradQ;
    request.spectral = quantity == SweepQuantity::spectral;
    request.mostRows = request.keyGradient ? 0 : mostRows;
    return request;
}

/// Why no heads are drawn for this scene; empty: they are.
QString refusalOf(const Scene& scene, SweepQuantity quantity) {
    if (!canDrawFresh(scene.source))
        return SweepChart::tr("Fresh heads are drawn of Gaussian and of projected sources; this is one head");
    const Index most = quantity == SweepQuantity::gradK ? mostKeyTokens : mostTokens;
    if (scene.source.tokens > most)
        return SweepChart::tr("This chart draws heads of up to %1 tokens").arg(most);
    return {};
}

} // namespace

SweepChart::SweepChart(Session* session, ChartName name, QWidget* parent)
    : FreshChart(session, parent), m_name(name), m_quantity(quantityOf(name)),
      m_logarithmic(m_quantity == SweepQuantity::gradQ || m_quantity == SweepQuantity::gradK),
      m_experiment([this](const std::shared_ptr<const Sweep>& found) { take(found); },
                   [this](const QString& sentence) {
                       m_refusal = sentence;
                       take(nullptr);
                   }) {
    for (QAreaSeries*& band : m_bands)
        band = addBand();
    for (auto& ofScale : m_lines)
        for (QLineSeries*& line : ofScale)
            line = addLine();
    setAxisNames(QStringLiteral("dₖ"), axisName(m_quantity));
    applyColors();
    setAxes();
    setTexts();
    begin();
}

const QLineSeries* SweepChart::line(Line line, bool scaled) const {
    return m_lines[scaled ? 1 : 0][std::size_t(line)];
}

Scene SweepChart::relevant(const Scene& scene) const {
    Scene result = withoutLooks(scene);
    result.source.dK = Scene().source.dK;
    result.softmax.scale = {};
    result.depth = {};
    return result;
}

void SweepChart::takeScene(const Scene& scene) {
    const bool canGo = canDrawFresh(scene.source);
    viewport()->setCursor(canGo ? Qt::PointingHandCursor : Qt::ArrowCursor);
    m_markedDK = canGo ? scene.source.dK : 0;
    setAxes();
    viewport()->update();
}

void SweepChart::ask(const Scene& scene) {
    m_trials = scene.sweep.trials;
    m_refusal = refusalOf(scene, m_quantity);
    if (!m_refusal.isEmpty())
        return take(nullptr);
    m_experiment.start([scene, request = requestOf(m_quantity)](const auto& tell, const std::stop_token& stop) {
        Sweeper sweeper(scene, request);
        // A few heads first, then all of them.
        for (Index trials = 2; trials < scene.sweep.trials; trials *= 3) {
            sweeper.run(trials, 1, stop);
            tell(std::make_shared<const Sweep>(sweeper.result()));
        }
        sweeper.run(scene.sweep.trials, 1, stop);
        tell(std::make_shared<const Sweep>(sweeper.result()));
    });
}

double SweepChart::placeOf(double value) const {
    return m_logarithmic ? std::max(std::log10(value), leastPower) : value;
}

double SweepChart::valueOf(const SweepPoint& point, Line line) const {
    switch (line) {
    case Line::mean:
        return point.of(m_quantity).mean;
    case Line::median:
        return point.of(m_quantity).median;
    case Line::theory:
        return m_quantity == SweepQuantity::entropy           ? point.entropyTheory
               : m_quantity == SweepQuantity::effectiveTokens ? point.effectiveTokensTheory
                                                              : undefined;
    case Line::floor:
        return m_quantity == SweepQuantity::entropy ? point.entropyFloor : undefined;
    }
    return undefined;
}

void SweepChart::take(const std::shared_ptr<const Sweep>& found) {
    m_found = found;
    setEmptyText(m_refusal);
    for (const std::size_t scaled : {0, 1}) {
        const std::vector<SweepPoint> none;
        const std::vector<SweepPoint>& points = !found ? none : scaled == 1 ? found->scaled : found->unscaled;
        const auto pointsOf = [&](const auto& value) {
            QList<QPointF> result;
            for (const SweepPoint& point : points)
                if (const double y = placeOf(value(point)); std::isfinite(y))
                    result.append({std::log2(double(point.dK)), y});
            return result;
        };
        for (std::size_t l = 0; l < lines; ++l)
            m_lines[scaled][l]->replace(pointsOf([&](const SweepPoint& point) { return valueOf(point, Line(l)); }));
        m_bands[scaled]->upperSeries()->replace(
            pointsOf([&](const SweepPoint& point) { return point.of(m_quantity).p95; }));
        m_bands[scaled]->lowerSeries()->replace(
            pointsOf([&](const SweepPoint& point) { return point.of(m_quantity).p5; }));
    }
    applyColors();
    setAxes();
    setTexts();
    viewport()->update();
}

void SweepChart::setAxes() {
    std::vector<AxisTick> ticks;
    const int last = std::max(10, m_markedDK > 0 ? int(std::ceil(std::log2(double(m_markedDK)) - 1e-9)) : 0);
    for (int p = 0; p <= last; ++p)
        ticks.push_back({double(p), QString::number(1 << p)});
    setXAxis(0, last, std::move(ticks));
    double low = 0, high = m_logarithmic ? leastPower : 0;
    const auto include = [&](const QLineSeries* line) {
        for (const QPointF& point : line->points()) {
            low = std::min(low, point.y());
            high = std::max(high, point.y());
        }
    };
    for (const std::size_t scaled : {0, 1}) {
        include(m_bands[scaled]->upperSeries());
        if (m_logarithmic)
            include(m_bands[scaled]->lowerSeries());
        for (const QLineSeries* line : m_lines[scaled])
            include(line);
    }
    if (m_quantity == SweepQuantity::maxWeight)
        return setYAxis({0, 1, 0.2});
    if (!m_logarithmic)
        return setYAxis(m_range.take(0, high));
    low = std::floor(low);
    high = std::max(std::ceil(high), low + 1);
    setYAxis(low, high, powerTicks(int(low), int(high)));
}

void SweepChart::setTexts() {
    QString what;
    if (!m_refusal.isEmpty())
        what = tr("no fresh heads");
    else if (!m_found)
        what = tr("drawing heads…");
    else if (m_found->rows < m_found->outOf)
        what = tr("%1 of %2 rows, %3 fresh heads").arg(m_found->rows).arg(m_found->outOf).arg(m_found->trials);
    else
        what = tr("all %1 rows, %2 fresh heads").arg(m_found->outOf).arg(m_found->trials);
    if (m_found && m_found->trials < m_trials)
        what += tr(", %1 to come").arg(m_trials - m_found->trials);
    // Flat rows and sharp rows both have a small Jacobian: the effective tokens tell them apart.
    if (m_found && (m_quantity == SweepQuantity::frobenius || m_quantity == SweepQuantity::spectral)) {
        const auto at = [&](const std::vector<SweepPoint>& points) {
            const auto nearest = std::size_t(std::clamp(std::lround(std::log2(double(std::max<Index>(m_markedDK, 1)))),
                                                        0L, long(points.size()) - 1));
            return number(points[nearest].of(SweepQuantity::effectiveTokens).mean);
        };
        what += tr("; effective tokens here %1, without %2").arg(at(m_found->scaled), at(m_found->unscaled));
    }
    setHeading(chartText(m_name), what);
}

std::optional<PlotView::ReadOut> SweepChart::readOut(double x) const {
    if (!m_found || m_found->scaled.empty())
        return std::nullopt;
    const auto nearest = std::size_t(std::clamp(std::lround(x), 0L, long(m_found->scaled.size()) - 1));
    ReadOut said{std::log2(double(m_found->scaled[nearest].dK)), {tr("dₖ = %1").arg(m_found->scaled[nearest].dK)}};
    for (const bool scaled : {true, false}) {
        const SweepPoint& point = (scaled ? m_found->scaled : m_found->unscaled)[nearest];
        const Spread& spread = point.of(m_quantity);
        said.lines << (scaled ? tr("with the scale: mean %1, median %2, 90 %% of rows %3 to %4")
                              : tr("without: mean %1, median %2, 90 %% of rows %3 to %4"))
                          .replace(QStringLiteral("%%"), QStringLiteral("%"))
                          .arg(number(spread.mean), number(spread.median), number(spread.p5), number(spread.p95));
        if (const double theory = valueOf(point, Line::theory); std::isfinite(theory))
            said.lines.last() += tr(", theory %1").arg(number(theory));
        if (const double least = valueOf(point, Line::floor); std::isfinite(least))
            said.lines.last() += tr(", never below %1").arg(number(least));
    }
    return said;
}

void SweepChart::paintOver(QPainter& painter) {
    if (m_markedDK > 0)
        paintDKMark(painter, *this, m_markedDK, plotArea(), pixelAt(std::log2(double(m_markedDK)), 0).x());
}

void SweepChart::applyColors() {
    const std::array colors{theme::unscaled(palette()), theme::scaled(palette())};
    for (const std::size_t scaled : {0, 1}) {
        QColor air = colors[scaled];
        air.setAlphaF(0.16F);
        m_bands[scaled]->setBrush(air);
        m_bands[scaled]->setPen(Qt::NoPen);
        const std::array<double, lines> widths{2, 1.2, 1.2, 1.2};
        const std::array<QList<qreal>, lines> dashes{QList<qreal>{}, {5, 3}, {1, 2.5}, {6, 2, 1, 2}};
        for (std::size_t l = 0; l < lines; ++l) {
            QPen pen(colors[scaled], widths[l]);
            if (!dashes[l].isEmpty())
                pen.setDashPattern(dashes[l]);
            m_lines[scaled][l]->setPen(pen);
        }
    }
    const QColor muted = theme::muted(palette());
    QColor air = muted;
    air.setAlphaF(0.3F);
    std::vector<LegendEntry> legend{{tr("with scale"), Sample::line, colors[1]},
                                    {tr("without"), Sample::line, colors[0]},
                                    {tr("median"), Sample::dashes, muted}};
    if (m_lines[1][std::size_t(Line::floor)]->count() > 0)
        legend.push_back({tr("floor"), Sample::dashes, muted});
    legend.push_back({tr("9 of 10 rows"), Sample::area, air});
    if (m_lines[1][std::size_t(Line::theory)]->count() > 0)
        legend.push_back({tr("theory"), Sample::dashes, muted});
    setLegend(std::move(legend));
}

void SweepChart::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || m_markedDK == 0 || !plotArea().contains(event->position()))
        return Chart::mousePressEvent(event);
    const double power = std::clamp(std::round(xAt(event->position().x())), 0.0, double(dkSizes.size() - 1));
    const Index dK = dkSizes[std::size_t(power)];
    session()->edit(tr("dₖ"), [dK](Scene& scene) { scene.source.dK = dK; });
}

} // namespace softscope
