#include "ui/charts/chart.h"

#include "ui/charts/depth_chart.h"
#include "ui/charts/dk_chart.h"
#include "ui/charts/phase_chart.h"
#include "ui/charts/score_distribution_chart.h"
#include "ui/charts/selected_row_chart.h"
#include "ui/charts/sweep_chart.h"
#include "ui/charts/training_chart.h"

namespace softscope {

void Chart::setHeading(const QString& title, const QString& subtitle) {
    if (title == m_title && subtitle == m_subtitle)
        return;
    m_title = title;
    m_subtitle = subtitle;
    setAccessibleName(title);
    setAccessibleDescription(subtitle);
    emit headingChanged();
}

QString chartText(ChartName name) {
    switch (name) {
    case ChartName::scoreDistribution:
        return Chart::tr("Distribution of scores");
    case ChartName::selectedRow:
        return Chart::tr("Selected row");
    case ChartName::effectiveTokens:
        return Chart::tr("Effective tokens against dₖ");
    case ChartName::largestWeight:
        return Chart::tr("Largest weight against dₖ");
    case ChartName::jacobianNorm:
        return Chart::tr("Jacobian ‖J‖ against dₖ");
    case ChartName::gradientNorm:
        return Chart::tr("Gradient ‖∂L/∂q‖ against dₖ");
    case ChartName::sweepEntropy:
        return Chart::tr("Entropy of fresh heads");
    case ChartName::sweepEffectiveTokens:
        return Chart::tr("Effective tokens of fresh heads");
    case ChartName::sweepLargestWeight:
        return Chart::tr("Largest weight of fresh heads");
    case ChartName::sweepJacobian:
        return Chart::tr("Jacobian ‖J‖ of fresh heads");
    case ChartName::sweepSpectral:
        return Chart::tr("Jacobian λmax of fresh heads");
    case ChartName::sweepGradQ:
        return Chart::tr("Gradient ‖∂L/∂q‖ of fresh heads");
    case ChartName::sweepGradK:
        return Chart::tr("Gradient ‖∂L/∂k‖ of fresh heads");
    case ChartName::phaseUnscaled:
        return Chart::tr("Where it freezes, unscaled");
    case ChartName::phaseScaled:
        return Chart::tr("Where it freezes, scaled");
    case ChartName::phasePresent:
        return Chart::tr("Where it freezes, at this scale");
    case ChartName::depth:
        return Chart::tr("Gradient through a stack of layers");
    case ChartName::training:
        return Chart::tr("Training in lock step");
    }
    return {};
}

QString chartGroup(ChartName name) {
    switch (name) {
    case ChartName::scoreDistribution:
    case ChartName::selectedRow:
    case ChartName::effectiveTokens:
    case ChartName::largestWeight:
    case ChartName::jacobianNorm:
    case ChartName::gradientNorm:
        return Chart::tr("This head");
    case ChartName::sweepEntropy:
    case ChartName::sweepEffectiveTokens:
    case ChartName::sweepLargestWeight:
    case ChartName::sweepJacobian:
    case ChartName::sweepSpectral:
    case ChartName::sweepGradQ:
    case ChartName::sweepGradK:
        return Chart::tr("Fresh heads against dₖ");
    case ChartName::phaseUnscaled:
    case ChartName::phaseScaled:
    case ChartName::phasePresent:
        return Chart::tr("Fresh heads over n and dₖ");
    case ChartName::depth:
    case ChartName::training:
        return Chart::tr("Learning");
    }
    return {};
}

Chart* makeChart(ChartName name, Session* session, QWidget* parent) {
    switch (name) {
    case ChartName::scoreDistribution:
        return new ScoreDistributionChart(session, parent);
    case ChartName::selectedRow:
        return new SelectedRowChart(session, parent);
    case ChartName::effectiveTokens:
    case ChartName::largestWeight:
    case ChartName::jacobianNorm:
    case ChartName::gradientNorm:
        return new DkChart(session, name, parent);
    case ChartName::sweepEntropy:
    case ChartName::sweepEffectiveTokens:
    case ChartName::sweepLargestWeight:
    case ChartName::sweepJacobian:
    case ChartName::sweepSpectral:
    case ChartName::sweepGradQ:
    case ChartName::sweepGradK:
        return new SweepChart(session, name, parent);
    case ChartName::phaseUnscaled:
    case ChartName::phaseScaled:
    case ChartName::phasePresent:
        return new PhaseChart(session, name, parent);
    case ChartName::depth:
        return new DepthChart(session, parent);
    case ChartName::training:
        return new TrainingChart(session, parent);
    }
    return nullptr;
}

} // namespace softscope
