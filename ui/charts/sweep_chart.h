// Rows of fresh heads against d_k, with the scale and without: mean, median, where nine of ten rows lie, and theory.
#pragma once

#include "ui/charts/experiment.h"
#include "ui/charts/fresh_chart.h"

#include "core/analysis/sweep.h"

namespace softscope {

/// One of the sweep… charts. A press in the plot goes to the nearest d_k that was measured.
class SweepChart final : public FreshChart {
    Q_OBJECT

public:
    SweepChart(Session* session, ChartName name, QWidget* parent = nullptr);

    /// Of a scale: the mean, the median, theory, and in the entropy's chart the least that is possible.
    enum class Line { mean, median, theory, floor };
    const QLineSeries* line(Line line, bool scaled) const;
    const QAreaSeries* band(bool scaled) const { return m_bands[scaled ? 1 : 0]; }
    /// What is shown is of all heads that were asked for.
    bool finished() const { return m_found && m_found->trials == m_trials && !waits() && !m_experiment.busy(); }
    Index markedDK() const { return m_markedDK; }

protected:
    Scene relevant(const Scene& scene) const override;
    void ask(const Scene& scene) override;
    void stopAsking() override { m_experiment.stop(); }
    void takeScene(const Scene& scene) override;
    std::optional<ReadOut> readOut(double x) const override;
    void paintOver(QPainter& painter) override;
    void applyColors() override;
    void mousePressEvent(QMouseEvent* event) override;

private:
    static constexpr std::size_t lines = 4; ///< of a scale: as in Line

    void take(const std::shared_ptr<const Sweep>& found);
    void setAxes();
    void setTexts();
    double placeOf(double value) const; ///< on the y axis
    double valueOf(const SweepPoint& point, Line line) const;

    ChartName m_name;
    SweepQuantity m_quantity;
    bool m_logarithmic;                  ///< the y axis is log₁₀
    std::array<QAreaSeries*, 2> m_bands; ///< unscaled, scaled
    std::array<std::array<QLineSeries*, lines>, 2> m_lines;
    std::shared_ptr<const Sweep> m_found;
    QString m_refusal;
    SteadyRange m_range;
    Index m_trials = 0, m_markedDK = 0;
    Experiment<std::shared_ptr<const Sweep>> m_experiment;
};

} // namespace softscope
