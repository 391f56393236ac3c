#include "ui/charts/selected_row_chart.h"

#include "core/render/number_text.h"
#include "ui/charts/step_points.h"
#include "ui/session.h"
#include "ui/theme.h"

#include <QAreaSeries>
#include <QLineSeries>

#include <algorithm>
#include <cmath>

namespace softscope {

namespace {

constexpr int mostKeyTicks = 8;
constexpr double largeWeight = 0.5; // from here on the axis is that of all weights

const RowDetail* detailOf(const ShownPointer& shown, bool scaled) {
    if (!shown)
        return nullptr;
    const Frame& frame = scaled == shown->frameIsScaled ? shown->frame : shown->other;
    return frame.selected ? &*frame.selected : nullptr;
}

QString number(double value) {
    return QString::fromStdString(numberText(value));
}

/// The token's number, and its label where it has one.
QString tokenText(const std::vector<std::string>& labels, Index i) {
    QString text = QString::number(i);
    if (std::size_t(i) >= labels.size())
        return text;
    return QStringLiteral("%1 “%2”").arg(text, QString::fromStdString(labels[std::size_t(i)]));
}

/// What is known of the row's scores before any key is seen.
QString scoresGivenQuery(const Shown& shown, Index row) {
    const Source& source = shown.scene.source;
    if (shown.scene.softmax.qkNorm)
        return SelectedRowChart::tr("its scores are the cosines between q and the keys");
    const QString norm = number(shown.head->q.row(row).cast<double>().norm());
    const bool keysAreGaussian =
        source.kind == SourceKind::gaussian && std::none_of(shown.scene.edits.begin(), shown.scene.edits.end(),
                                                            [](const Edit& edit) { return edit.role == Role::k; });
    if (!keysAreGaussian)
        return SelectedRowChart::tr("‖q‖ = %1").arg(norm);
    return source.sigmaK == 1 ? SelectedRowChart::tr("given q its scores are N(0, ‖q‖²), ‖q‖ = %1").arg(norm)
                              : SelectedRowChart::tr("given q its scores are N(0, σk²‖q‖²), ‖q‖ = %1").arg(norm);
}

} // namespace

SelectedRowChart::SelectedRowChart(Session* session, QWidget* parent)
    : Chart(parent), m_scaled(addArea()), m_unscaled(addArea()) {
    setAxisNames(tr("key"), tr("weight"));
    setYAxis({0, 1, 0.2});
    applyColors();
    connect(session, &Session::shownChanged, this, [this, session] { take(session->shown()); });
    take(session->shown());
}

const QLineSeries* SelectedRowChart::scaled() const {
    return m_scaled->upperSeries();
}

const QLineSeries* SelectedRowChart::unscaled() const {
    return m_unscaled->upperSeries();
}

void SelectedRowChart::take(const ShownPointer& shown) {
    m_shown = shown;
    QStringList notes;
    for (const bool isScaled : {true, false}) {
        QLineSeries* line = (isScaled ? m_scaled : m_unscaled)->upperSeries();
        const RowDetail* detail = detailOf(shown, isScaled);
        if (!detail) {
            line->clear();
            continue;
        }
        const KeySteps steps = keySteps(detail->weights, mostSteps);
        line->replace(steps.points);
        if (steps.keysAStep > 1 && notes.isEmpty())
            notes.append(tr("each step: the largest of %1 keys").arg(steps.keysAStep));
        if (steps.notFinite > 0 && notes.size() < 2)
            notes.append(tr("weights that are not finite are left out"));
        if (detail->statistics.keys == 0)
            notes = {tr("the masks leave this row no key")};
    }
    setNote(notes);
    setTexts();
    setHeights();
    if (const RowDetail* detail = shown ? detailOf(shown, shown->frameIsScaled) : nullptr) {
        const Index keys = detail->weights.size();
        setXAxis(-0.5, double(keys) - 0.5, integerTicks(long(keys), mostKeyTicks));
    }
}

/// Weights are shown on [0, 1]; where none comes near, the axis follows them: a row over many keys is no flat line.
void SelectedRowChart::setHeights() {
    double largest = 0;
    for (const QLineSeries* line : {scaled(), unscaled()}) {
        for (const QPointF& point : line->points())
            largest = std::max(largest, point.y());
    }
    setYAxis(largest > 0 && largest < largeWeight ? m_low.take(0, largest) : AxisRange{0, 1, 0.2});
}

void SelectedRowChart::setTexts() {
    const RowDetail* detail = m_shown ? detailOf(m_shown, m_shown->frameIsScaled) : nullptr;
    if (!detail) {
        setHeading(tr("Selected row"), {});
        return;
    }
    setHeading(tr("Row %1: where it looks").arg(tokenText(m_shown->head->queryLabels, detail->row)),
               scoresGivenQuery(*m_shown, detail->row));
}

std::optional<PlotView::ReadOut> SelectedRowChart::readOut(double x) const {
    const RowDetail* scaledRow = detailOf(m_shown, true);
    const RowDetail* unscaledRow = detailOf(m_shown, false);
    if (!scaledRow || !unscaledRow)
        return std::nullopt;
    const Index keys = scaledRow->weights.size();
    // Of keys that share a step, the one that gives the step its height.
    const Index shared = std::max<Index>(1, (keys + mostSteps - 1) / mostSteps);
    const Index begin = std::clamp<Index>(Index(std::floor(x + 0.5)), 0, keys - 1) / shared * shared;
    Index key = begin;
    for (Index j = begin; j < std::min(begin + shared, keys); ++j) {
        const auto height = [&](Index i) { return std::max(scaledRow->weights[i], unscaledRow->weights[i]); };
        if (height(j) > height(key))
            key = j;
    }
    return ReadOut{double(key),
                   {tr("key %1").arg(tokenText(m_shown->head->keyLabels, key)),
                    tr("%1 with the scale").arg(number(double(scaledRow->weights[key]))),
                    tr("%1 without").arg(number(double(unscaledRow->weights[key])))}};
}

void SelectedRowChart::applyColors() {
    const QColor blue = theme::scaled(palette()), orange = theme::unscaled(palette());
    for (const auto& [area, color] : {std::pair{m_scaled, blue}, std::pair{m_unscaled, orange}}) {
        QColor fill = color;
        fill.setAlphaF(0.4F);
        area->setBrush(fill);
        area->setPen(QPen(color, 1));
    }
    setLegend({{tr("with scale"), Sample::area, blue}, {tr("without"), Sample::area, orange}});
}

} // namespace softscope
