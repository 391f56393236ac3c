#include "ui/charts/depth_chart.h"

#include "core/render/number_text.h"
#include "ui/charts/dk_mark.h"
#include "ui/session.h"
#include "ui/theme.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QLineSeries>

#include <algorithm>
#include <cmath>

namespace softscope {

namespace {

constexpr double leastPower = -20; ///< of the axis: a gradient below that is none

QString number(double value) {
    return QString::fromStdString(numberText(value));
}

/// Whether a layer's output can be the next one's input.
bool makesStack(const Source& source) {
    return source.kind == SourceKind::projection && source.dV.value_or(source.dK) == source.dModel;
}

/// The stack of the scene where it has projections with d_v = d_model, else that of numerics.md with the scene's
/// softmax.
Scene stackOf(const Scene& scene) {
    const Source& source = scene.source;
    Scene result = depthScene();
    if (makesStack(source))
        result.source = source;
    result.source.seed = source.seed;
    result.source.labels.clear();
    result.softmax = scene.softmax;
    result.softmax.scale = {};
    result.sweep = scene.sweep;
    result.depth = scene.depth;
    return result;
}

} // namespace

DepthChart::DepthChart(Session* session, QWidget* parent)
    : FreshChart(session, parent), m_controls(new QWidget), m_lines{{{addLine(), addLine()}, {addLine(), addLine()}}},
      m_experiment([this](const std::shared_ptr<const Depth>& found) { take(found); },
                   [this](const QString& sentence) {
                       m_refusal = sentence;
                       take(nullptr);
                   }) {
    makeControls();
    setAxisNames(tr("layer"), tr("gradient"));
    applyColors();
    setAxes();
    setTexts();
    begin();
}

DepthChart::~DepthChart() {
    delete m_controls;
}

void DepthChart::makeControls() {
    auto* layout = new QHBoxLayout(m_controls);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(theme::grid);
    const auto add = [&](const QString& shortText, const QString& text, const QString& name, const QString& tip,
                         bool DepthSettings::*field) {
        auto* box = new QCheckBox(shortText, m_controls); // a chart may be 160 pixels wide
        box->setObjectName(name);
        box->setAccessibleName(text);
        box->setToolTip(text + QStringLiteral(": ") + tip);
        connect(box, &QCheckBox::clicked, this, [this, text, field](bool on) {
            session()->edit(text, [field, on](Scene& scene) { scene.depth.*field = on; });
        });
        layout->addWidget(box);
        return box;
    };
    m_residual = add(tr("Residual"), tr("Residual connections"), QStringLiteral("residual"),
                     tr("each layer's output is added to its input"), &DepthSettings::residual);
    m_layerNorm = add(tr("Norm"), tr("Layer normalisation"), QStringLiteral("layerNorm"),
                      tr("each layer's input is normalised before its projections"), &DepthSettings::layerNorm);
    layout->addStretch();
}

Scene DepthChart::relevant(const Scene& scene) const {
    return stackOf(scene);
}

void DepthChart::takeScene(const Scene& scene) {
    m_residual->setChecked(scene.depth.residual);
    m_layerNorm->setChecked(scene.depth.layerNorm);
}

void DepthChart::ask(const Scene& scene) {
    m_trials = scene.sweep.trials;
    m_refusal.clear();
    m_experiment.start([stack = stackOf(scene)](const auto& tell, const std::stop_token& stop) {
        Scene few = stack;
        few.sweep.trials = 1;
        tell(std::make_shared<const Depth>(depthGradients(few, 1, stop)));
        if (stack.sweep.trials > 1)
            tell(std::make_shared<const Depth>(depthGradients(stack, 1, stop)));
    });
    setTexts();
}

void DepthChart::take(const std::shared_ptr<const Depth>& found) {
    m_found = found;
    setEmptyText(m_refusal);
    for (const std::size_t stack : {0, 1}) {
        for (const std::size_t kind : {0, 1}) {
            QList<QPointF> points;
            const std::vector<DepthLayer> none;
            const std::vector<DepthLayer>& layers = found ? found->stacks[stack] : none;
            for (std::size_t layer = 0; layer < layers.size(); ++layer) {
                const double value = kind == 0 ? layers[layer].gradientNorm : layers[layer].gradientRowMedian;
                if (std::isfinite(value))
                    points.append({double(layer + 1), std::max(std::log10(value), leastPower)});
            }
            m_lines[stack][kind]->replace(points);
        }
    }
    setAxes();
    setTexts();
    viewport()->update();
}

void DepthChart::setAxes() {
    const long layers = m_found ? std::ssize(m_found->stacks[0]) : 8;
    std::vector<AxisTick> ticks;
    const long step = std::max(1L, (layers + 11) / 12);
    for (long layer = 1; layer <= layers; layer += step)
        ticks.push_back({double(layer), QString::number(layer)});
    setXAxis(layers > 1 ? 1 : 0.5, layers > 1 ? double(layers) : 1.5, std::move(ticks));
    double low = 0, high = 0;
    for (const auto& ofStack : m_lines)
        for (const QLineSeries* line : ofStack)
            for (const QPointF& point : line->points()) {
                low = std::min(low, point.y());
                high = std::max(high, point.y());
            }
    low = std::floor(low - 1e-9);
    high = std::max(std::ceil(high), low + 1);
    setYAxis(low, high, powerTicks(int(low), int(high)));
}

void DepthChart::setTexts() {
    QString what = m_refusal.isEmpty() ? tr("stacking layers…") : tr("no stack");
    if (m_found) {
        what = tr("∂L/∂(q·k) of each layer, norm and median row (dashed)");
        for (const bool scaled : {true, false})
            if (const Index layer = m_found->collapsedFrom(scaled); layer > 0)
                what = (scaled ? tr("rank collapse with the scale: from layer %1 on all tokens are alike")
                               : tr("rank collapse without the scale: from layer %1 on all tokens are alike"))
                           .arg(layer);
        if (const Source& source = session()->scene().source; !makesStack(source))
            what += tr("; of %1 tokens, d = %2, since this head makes no stack (d_v = d_model)")
                        .arg(depthScene().source.tokens)
                        .arg(depthScene().source.dModel);
    }
    setHeading(chartText(ChartName::depth), what);
}

std::optional<PlotView::ReadOut> DepthChart::readOut(double x) const {
    if (!m_found || m_found->stacks[0].empty())
        return std::nullopt;
    const auto layer = std::size_t(std::clamp(std::lround(x), 1L, long(m_found->stacks[0].size())) - 1);
    const DepthLayer &with = m_found->stacks[1][layer], &without = m_found->stacks[0][layer];
    return ReadOut{
        double(layer + 1),
        {tr("layer %1").arg(layer + 1),
         tr("with the scale: %1, median row %2").arg(number(with.gradientNorm), number(with.gradientRowMedian)),
         tr("without: %1, median row %2").arg(number(without.gradientNorm), number(without.gradientRowMedian)),
         tr("tokens differ by %1 of their size, without by %2").arg(number(with.spread), number(without.spread))}};
}

void DepthChart::applyColors() {
    const std::array colors{theme::unscaled(palette()), theme::scaled(palette())};
    for (const std::size_t stack : {0, 1}) {
        m_lines[stack][0]->setPen(QPen(colors[stack], 2));
        QPen dashed(colors[stack], 1.2);
        dashed.setDashPattern({5, 3});
        m_lines[stack][1]->setPen(dashed);
    }
    setLegend({{tr("with scale"), Sample::line, colors[1]},
               {tr("without"), Sample::line, colors[0]},
               {tr("median row"), Sample::dashes, theme::muted(palette())}});
}

} // namespace softscope
