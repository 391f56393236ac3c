#include "ui/charts/training_chart.h"

#include "core/head/build.h"
#include "core/render/color_scale.h"
#include "core/render/number_text.h"
#include "ui/charts/dk_mark.h"
#include "ui/charts/training_controls.h"
#include "ui/session.h"
#include "ui/theme.h"

#include <QLineSeries>
#include <QPainter>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <thread>

namespace softscope {

namespace {

using namespace std::chrono_literals;

constexpr auto watchablePause = 16ms; ///< 60 steps a second
constexpr auto tellEvery = 33ms;
constexpr double leastPower = -12; ///< of a logarithmic axis
constexpr double leastMap = 24;    ///< pixels; smaller maps show nothing

QString number(double value) {
    return QString::fromStdString(numberText(value));
}

/// The scene's head where it is projected, else that of numerics.md with the scene's seed and softmax.
Scene trainedScene(const Scene& scene) {
    Scene result = trainingScene();
    if (scene.source.kind == SourceKind::projection)
        result.source = scene.source;
    result.source.seed = scene.source.seed;
    result.source.labels.clear();
    result.softmax = scene.softmax;
    result.softmax.scale = {};
    result.training = scene.training;
    result.training.steps = TrainingSettings().steps;
    result.training.figure = TrainingSettings().figure;
    return result;
}

bool isLogarithmic(TrainingFigure figure) {
    return figure == TrainingFigure::loss || figure == TrainingFigure::gradient;
}

QImage imageOf(const MatrixF& weights) {
    const ColorScale scale{NormKind::linear, Colormap::viridis, 0, 1, 1};
    QImage image(int(weights.cols()), int(weights.rows()), QImage::Format_RGB32);
    for (int i = 0; i < image.height(); ++i)
        for (int j = 0; j < image.width(); ++j)
            image.setPixel(j, i, scale.color(weights(i, j)));
    return image;
}

QString figureText(TrainingFigure figure) {
    switch (figure) {
    case TrainingFigure::loss:
        return TrainingChart::tr("loss");
    case TrainingFigure::accuracy:
        return TrainingChart::tr("right keys");
    case TrainingFigure::entropy:
        return TrainingChart::tr("entropy");
    case TrainingFigure::jacobian:
        return TrainingChart::tr("‖J‖");
    case TrainingFigure::gradient:
        return TrainingChart::tr("‖∂L/∂W_Q‖");
    }
    return {};
}

} // namespace

struct TrainingChart::Run {
    Scene scene;
    std::optional<LockStep> training; ///< built by the first work
};

TrainingChart::TrainingChart(Session* session, QWidget* parent)
    : FreshChart(session, parent), m_lines{addLine(), addLine()},
      m_experiment([this](const Steps& steps) { take(steps); },
                   [this](const QString& sentence) {
                       m_refusal = sentence;
                       m_playing = false;
                       setLines();
                       emit runChanged();
                   }) {
    m_controls = new TrainingControls(session, this);
    setAxisNames(tr("step"), figureText(m_figure));
    applyColors();
    begin();
    setLines();
}

TrainingChart::~TrainingChart() {
    delete m_controls;
}

QWidget* TrainingChart::controls() {
    return m_controls;
}

Scene TrainingChart::relevant(const Scene& scene) const {
    return trainedScene(scene);
}

void TrainingChart::takeScene(const Scene& scene) {
    if (scene.training.steps == m_steps && scene.training.figure == m_figure)
        return;
    m_steps = scene.training.steps;
    m_figure = scene.training.figure;
    setAxisNames(tr("step"), figureText(m_figure));
    setLines();
    emit runChanged();
}

/// Another head or another way to learn: a new run, from its start.
void TrainingChart::ask(const Scene& scene) {
    m_run = std::make_shared<Run>();
    m_run->scene = trainedScene(scene);
    m_refusal.clear();
    m_history.clear();
    m_shownStep = 0;
    go(0, Pace::none);
}

void TrainingChart::stopAsking() {
    m_experiment.stop();
    m_playing = false;
    emit runChanged();
}

void TrainingChart::go(Index steps, Pace pace) {
    if (!m_run)
        return;
    m_experiment.start(
        [run = m_run, begin = m_history.last() + 1, steps, pace](const auto& tell, const std::stop_token& stop) {
            if (!run->training)
                run->training.emplace(run->scene, buildHead(run->scene, 1, stop));
            LockStep& training = *run->training;
            Steps found;
            // What an earlier work found and could not tell any more is learnt anew: the run is the same bits.
            if (training.now(stop).step >= begin && begin > 0)
                training = LockStep(run->scene, buildHead(run->scene, 1, stop));
            while (training.now(stop).step < begin - 1)
                training.advance(stop);
            if (begin == 0)
                found.push_back(training.now(stop));
            auto told = std::chrono::steady_clock::now();
            for (Index step = 0; step < steps; ++step) {
                training.advance(stop);
                found.push_back(training.now(stop));
                if (pace == Pace::watchable)
                    std::this_thread::sleep_for(watchablePause);
                if (stop.stop_requested())
                    throw Cancelled();
                if (std::chrono::steady_clock::now() - told >= tellEvery) {
                    tell(std::exchange(found, {}));
                    told = std::chrono::steady_clock::now();
                }
            }
            tell(found);
        });
}

void TrainingChart::play() {
    if (m_history.empty() || m_history.last() >= m_steps)
        return;
    m_playing = true;
    go(m_steps - m_history.last(), Pace::watchable);
    emit runChanged();
}

void TrainingChart::pause() {
    m_experiment.stop();
    m_playing = false;
    emit runChanged();
}

void TrainingChart::stepOnce() {
    pause();
    if (!m_history.empty() && m_history.last() < m_steps)
        go(1, Pace::none);
}

void TrainingChart::toTheEnd() {
    if (m_history.empty() || m_history.last() >= m_steps)
        return;
    m_playing = true;
    go(m_steps - m_history.last(), Pace::none);
    emit runChanged();
}

void TrainingChart::reset() {
    pause();
    ask(session()->scene());
    setLines();
}

void TrainingChart::scrubTo(Index step) {
    if (m_history.empty())
        return;
    m_shownStep = std::clamp<Index>(step, 0, m_history.last());
    setTexts();
    viewport()->update();
    emit runChanged();
}

void TrainingChart::take(const Steps& steps) {
    for (const TrainingStep& step : steps)
        if (step.step == m_history.last() + 1)
            m_history.add(step);
    m_shownStep = m_history.last();
    if (m_history.last() >= m_steps)
        m_playing = false;
    setLines();
    emit runChanged();
}

double TrainingChart::valueOf(const TrainingMeasure& measure) const {
    switch (m_figure) {
    case TrainingFigure::loss:
        return measure.loss;
    case TrainingFigure::accuracy:
        return measure.accuracy;
    case TrainingFigure::entropy:
        return measure.entropy;
    case TrainingFigure::jacobian:
        return measure.frobenius;
    case TrainingFigure::gradient:
        return measure.gradWQ;
    }
    return undefined;
}

double TrainingChart::placeOf(double value) const {
    return isLogarithmic(m_figure) ? std::max(std::log10(value), leastPower) : value;
}

void TrainingChart::setLines() {
    setEmptyText(m_refusal);
    // No more points than there are pixels.
    const Index stride = std::max<Index>(1, (m_history.last() + 1) / 500);
    for (const std::size_t copy : {0, 1}) {
        QList<QPointF> points;
        for (Index step = 0; step <= m_history.last(); step += stride)
            if (const double y = placeOf(valueOf(m_history.at(step).measures[copy])); std::isfinite(y))
                points.append({double(step), y});
        m_lines[copy]->replace(points);
    }
    setAxes();
    setTexts();
    viewport()->update();
}

void TrainingChart::setAxes() {
    const long last = std::max({long(m_steps), long(m_history.last()), 1L});
    std::vector<AxisTick> ticks = integerTicks(last + 1, 6);
    setXAxis(0, double(last), std::move(ticks));
    double low = 0, high = isLogarithmic(m_figure) ? leastPower : 0;
    for (const QLineSeries* line : m_lines)
        for (const QPointF& point : line->points()) {
            low = std::min(low, point.y());
            high = std::max(high, point.y());
        }
    if (m_figure == TrainingFigure::accuracy)
        return setYAxis({0, 1, 0.2});
    if (!isLogarithmic(m_figure))
        return setYAxis(roundRange(0, high));
    low = std::floor(low - 1e-9);
    high = std::max(std::ceil(high), low + 1);
    setYAxis(low, high, powerTicks(int(low), int(high)));
}

void TrainingChart::setTexts() {
    QString what = m_refusal.isEmpty() ? tr("making the head…") : tr("nothing to train");
    if (!m_history.empty()) {
        const auto& [unscaled, scaled] = m_history.at(m_shownStep).measures;
        what = tr("step %1: %2 %3, without %4; right keys %5 %, without %6 %")
                   .arg(m_shownStep)
                   .arg(figureText(m_figure), number(valueOf(scaled)), number(valueOf(unscaled)))
                   .arg(std::lround(100 * scaled.accuracy))
                   .arg(std::lround(100 * unscaled.accuracy));
        if (session()->scene().source.kind != SourceKind::projection)
            what += tr("; a head of %1 tokens, dₖ = %2, since this one has no W_Q and W_K to learn")
                        .arg(trainingScene().source.tokens)
                        .arg(trainingScene().source.dK);
    }
    setHeading(chartText(ChartName::training), what);
}

std::optional<PlotView::ReadOut> TrainingChart::readOut(double x) const {
    if (m_history.empty())
        return std::nullopt;
    const Index step = std::clamp<Index>(std::lround(x), 0, m_history.last());
    const auto& [unscaled, scaled] = m_history.at(step).measures;
    const auto line = [](const QString& words, const TrainingMeasure& m) {
        return words.arg(number(m.loss), number(m.entropy), number(m.frobenius), number(m.gradWQ));
    };
    return ReadOut{double(step),
                   {tr("step %1").arg(step),
                    line(tr("with the scale: loss %1, entropy %2, ‖J‖ %3, ‖∂L/∂W_Q‖ %4"), scaled),
                    line(tr("without: loss %1, entropy %2, ‖J‖ %3, ‖∂L/∂W_Q‖ %4"), unscaled)}};
}

int TrainingChart::reservedRight() const {
    return std::clamp(int((viewport()->height() - 3 * theme::grid) / 2), 0, viewport()->width() / 3);
}

QRectF TrainingChart::mapPlace(bool scaled) const {
    const double line = QFontMetrics(smallFont()).height();
    const double side = std::min<double>(reservedRight() - theme::grid, (plotArea().bottom() - 2 * line - 4) / 2);
    const double top = scaled ? line : 2 * line + side + 4;
    return {viewport()->width() - side - 2, top, side, side};
}

void TrainingChart::paintMap(QPainter& painter, bool scaled) const {
    const QRectF place = mapPlace(scaled);
    if (place.width() < leastMap)
        return;
    const MatrixF& weights = m_history.withWeights(m_shownStep).measures[scaled ? 1 : 0].weights;
    painter.setRenderHint(QPainter::SmoothPixmapTransform, false);
    painter.drawImage(place, imageOf(weights));
    painter.setPen(scaled ? theme::scaled(palette()) : theme::unscaled(palette()));
    const QFontMetrics metrics(painter.font());
    painter.drawText(QRectF(place.left() - theme::grid, place.top() - metrics.height(), place.width() + theme::grid,
                            metrics.height()),
                     Qt::AlignRight | Qt::AlignVCenter,
                     metrics.elidedText(scaled ? tr("with scale") : tr("without"), Qt::ElideRight, int(place.width())));
}

void TrainingChart::paintOver(QPainter& painter) {
    if (m_history.empty())
        return;
    for (const bool scaled : {true, false})
        paintMap(painter, scaled);
    const QRectF plot = plotArea();
    const double x = pixelAt(double(m_shownStep), 0).x();
    painter.setPen(QPen(palette().color(QPalette::WindowText), 1));
    painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()));
}

void TrainingChart::applyColors() {
    const QColor blue = theme::scaled(palette()), orange = theme::unscaled(palette());
    m_lines[0]->setPen(QPen(orange, 1.6));
    m_lines[1]->setPen(QPen(blue, 1.6));
    setLegend({{tr("with scale"), Sample::line, blue}, {tr("without"), Sample::line, orange}});
}

} // namespace softscope
