#include "ui/charts/chart.h"

#include "ui/charts/dk_chart.h"
#include "ui/charts/score_distribution_chart.h"
#include "ui/charts/selected_row_chart.h"

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
        break;
    }
    return new DkChart(session, name, parent);
}

} // namespace softscope
