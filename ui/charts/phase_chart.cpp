#include "ui/charts/phase_chart.h"

#include "core/analysis/fresh_heads.h"
#include "core/render/color_scale.h"
#include "core/render/number_text.h"
#include "ui/session.h"
#include "ui/theme.h"

#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace softscope {

namespace {

constexpr Index leastTokens = 2, mostTokens = 1024, mostDK = 1024;
constexpr int coarse = 12, fine = 48; ///< numbers along an axis
constexpr Index fewTrials = 4;

QString number(double value) {
    return QString::fromStdString(numberText(value));
}

PhaseRequest requestOf(const Scale& scale, int count, Index trials) {
    PhaseRequest request;
    request.tokens = logSpaced(leastTokens, mostTokens, count);
    request.sizes = logSpaced(1, mostDK, count);
    request.scales = {scale};
    request.trials = trials;
    request.theory = false;
    return request;
}

std::vector<AxisTick> doublings(double low, double high) {
    std::vector<AxisTick> ticks;
    for (int p = int(std::ceil(low)); p <= int(std::floor(high)); ++p)
        ticks.push_back({double(p), QString::number(1 << p)});
    return ticks;
}

QImage imageOf(const PhaseMap& map) {
    const ColorScale scale{NormKind::linear, Colormap::viridis, 0, 1, 1};
    const auto columns = int(map.tokens.size()), rows = int(map.sizes.size());
    QImage image(columns, rows, QImage::Format_ARGB32);
    for (int size = 0; size < rows; ++size)
        for (int token = 0; token < columns; ++token) {
            const double value = map.at(0, std::size_t(token), std::size_t(size)).participation;
            image.setPixel(token, rows - 1 - size, std::isnan(value) ? 0U : scale.color(float(value)));
        }
    return image;
}

/// Which of the cells between these edges holds the place.
std::size_t placeOf(const std::vector<double>& edges, double place) {
    const auto above = std::upper_bound(edges.begin() + 1, edges.end() - 1, place);
    return std::size_t(above - edges.begin() - 1);
}

} // namespace

PhaseChart::PhaseChart(Session* session, ChartName name, QWidget* parent)
    : FreshChart(session, parent), m_name(name), m_experiment([this](const Found& found) { take(found); },
                                                              [this](const QString& sentence) {
                                                                  m_refusal = sentence;
                                                                  take({});
                                                              }) {
    setAxisNames(tr("tokens n"), QStringLiteral("dₖ"));
    const double lowX = std::log2(double(leastTokens)), highX = std::log2(double(mostTokens));
    setXAxis(lowX, highX, doublings(lowX, highX));
    setYAxis(0, std::log2(double(mostDK)), doublings(0, std::log2(double(mostDK))));
    viewport()->setCursor(Qt::CrossCursor);
    setTexts();
    begin();
}

Scale PhaseChart::scaleOf(const Scene& scene) const {
    return m_name == ChartName::phaseUnscaled ? Scale{ScaleKind::none}
           : m_name == ChartName::phaseScaled ? Scale{ScaleKind::sqrt}
                                              : scene.softmax.scale;
}

Scene PhaseChart::relevant(const Scene& scene) const {
    Scene result = withoutLooks(scene);
    result.source.tokens = Scene().source.tokens;
    result.source.dK = Scene().source.dK;
    result.source.dV.reset();
    result.softmax.scale = scaleOf(scene);
    result.depth = {};
    return result;
}

void PhaseChart::takeScene(const Scene& scene) {
    const bool random = canDrawFresh(scene.source);
    m_tokens = random ? scene.source.tokens : 0;
    m_dK = random ? scene.source.dK : 0;
    viewport()->update();
}

void PhaseChart::ask(const Scene& scene) {
    m_trials = scene.sweep.trials;
    m_refusal = canDrawFresh(scene.source)
                    ? QString()
                    : tr("Fresh heads are drawn of Gaussian and of projected sources; this is one head");
    if (!m_refusal.isEmpty())
        return take({});
    m_experiment.start([scene, scale = scaleOf(scene)](const auto& tell, const std::stop_token& stop) {
        const PhasePoint low{double(leastTokens), 1}, high{double(mostTokens), double(mostDK)};
        const std::vector<PhasePoint> line = freezingLine(scene, scale, low, high);
        const auto look = [&](int count, Index trials, bool finest) {
            const PhaseRequest request = requestOf(scale, count, trials);
            tell({std::make_shared<const PhaseMap>(phaseMap(scene, request, 1, stop)), line, finest});
        };
        const Index trials = scene.sweep.trials;
        look(coarse, std::min(fewTrials, trials), false);
        if (trials > fewTrials)
            look(fine, fewTrials, false);
        look(fine, trials, true);
    });
}

void PhaseChart::take(const Found& found) {
    m_found = found.map;
    m_line = found.line;
    m_finest = found.finest;
    m_image = m_found ? imageOf(*m_found) : QImage();
    setEmptyText(m_refusal);
    setTexts();
    viewport()->update();
}

void PhaseChart::setTexts() {
    QString what;
    if (!m_refusal.isEmpty())
        what = tr("no fresh heads");
    else if (!m_found)
        what = tr("drawing heads…");
    else
        what = tr("Σp²: dark is spread, bright is one key; %1 heads, %2 × %3 sizes")
                   .arg(m_found->trials)
                   .arg(m_found->tokens.size())
                   .arg(m_found->sizes.size());
    if (m_found && !m_finest)
        what += tr(", more to come");
    if (!m_line.empty())
        what += tr("; the line: where the random energy model freezes");
    setHeading(chartText(m_name), what);
}

std::optional<PhaseChart::Cell> PhaseChart::cellAt(double x, double y) const {
    if (!m_found)
        return std::nullopt;
    return Cell{placeOf(cellEdges(m_found->tokens), x), placeOf(cellEdges(m_found->sizes), y)};
}

std::optional<PlotView::ReadOut> PhaseChart::readOut(double x) const {
    const double y = yAt(m_hoverY);
    const std::optional<Cell> cell = cellAt(x, y);
    if (!cell || m_hoverY < plotArea().top() || m_hoverY > plotArea().bottom())
        return std::nullopt;
    const PhaseCell& found = m_found->at(0, cell->token, cell->size);
    return ReadOut{x,
                   {tr("n = %1, dₖ = %2").arg(m_found->tokens[cell->token]).arg(m_found->sizes[cell->size]),
                    tr("Σp² = %1").arg(number(found.participation)),
                    tr("%1 effective tokens").arg(number(found.effectiveTokens))}};
}

void PhaseChart::paintOver(QPainter& painter) {
    if (m_image.isNull())
        return;
    const QRectF plot = plotArea();
    painter.save();
    painter.setClipRect(plot);
    const std::vector<double> x = cellEdges(m_found->tokens), y = cellEdges(m_found->sizes);
    painter.setRenderHint(QPainter::SmoothPixmapTransform, false);
    painter.drawImage(QRectF(pixelAt(x.front(), y.back()), pixelAt(x.back(), y.front())), m_image);
    paintLine(painter);
    if (m_tokens > 0) {
        const QPointF here = pixelAt(std::log2(double(m_tokens)), std::log2(double(m_dK)));
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(Qt::black, 4));
        painter.drawEllipse(here, 5, 5);
        painter.setPen(QPen(Qt::white, 2));
        painter.drawEllipse(here, 5, 5);
    }
    painter.restore();
}

void PhaseChart::paintLine(QPainter& painter) const {
    QPolygonF line;
    for (const PhasePoint& point : m_line)
        line.append(pixelAt(std::log2(point.tokens), std::log2(point.dK)));
    painter.setPen(QPen(QColor(0, 0, 0, 160), 4));
    painter.drawPolyline(line);
    painter.setPen(QPen(Qt::white, 2));
    painter.drawPolyline(line);
}

void PhaseChart::mouseMoveEvent(QMouseEvent* event) {
    m_hoverY = event->position().y();
    Chart::mouseMoveEvent(event);
}

void PhaseChart::mousePressEvent(QMouseEvent* event) {
    const std::optional<Cell> cell = cellAt(xAt(event->position().x()), yAt(event->position().y()));
    if (event->button() != Qt::LeftButton || m_tokens == 0 || !cell || !plotArea().contains(event->position()))
        return Chart::mousePressEvent(event);
    session()->edit(tr("n and dₖ"), [n = m_found->tokens[cell->token], dK = m_found->sizes[cell->size]](Scene& scene) {
        scene.source.tokens = n;
        scene.source.dK = dK;
        scene.view.region.reset();
        scene.selection = {std::min(scene.selection.row, n - 1), std::min(scene.selection.key, n - 1)};
    });
}

} // namespace softscope
