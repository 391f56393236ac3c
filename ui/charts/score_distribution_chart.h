// The distribution of raw scores q·k as steps, and N(0, d_k σ_q² σ_k²) as a line.
#pragma once

#include "ui/charts/chart.h"
#include "ui/shown.h"

namespace softscope {

class ScoreDistributionChart final : public Chart {
    Q_OBJECT

public:
    explicit ScoreDistributionChart(Session* session, QWidget* parent = nullptr);

    const QLineSeries* measured() const;
    const QLineSeries* theory() const { return m_theory; }
    QStringList gapLines() const;

protected:
    std::optional<ReadOut> readOut(double x) const override;
    void applyColors() override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void take(const ShownPointer& shown);
    void setTexts();
    void setNotes();
    void setAxes(const ScoreDistribution& d);
    bool hasTheory() const;

    ShownPointer m_shown;
    QAreaSeries* m_area;
    QLineSeries* m_theory;
    SteadyRange m_xRange, m_yRange;
};

} // namespace softscope
