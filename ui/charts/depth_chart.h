// The gradient that reaches the scores of each layer of a stack, with the scale and without.
#pragma once

#include "ui/charts/experiment.h"
#include "ui/charts/fresh_chart.h"

#include "core/training/depth.h"

#include <QPointer>

class QCheckBox;

namespace softscope {

/// Norms solid, the median row dashed, on a logarithmic axis.
class DepthChart final : public FreshChart {
    Q_OBJECT

public:
    explicit DepthChart(Session* session, QWidget* parent = nullptr);
    ~DepthChart() override;

    QWidget* controls() override { return m_controls; }
    const QLineSeries* norm(bool scaled) const { return m_lines[scaled ? 1 : 0][0]; }
    const QLineSeries* median(bool scaled) const { return m_lines[scaled ? 1 : 0][1]; }
    bool finished() const { return m_found && !waits() && !m_experiment.busy(); }

protected:
    Scene relevant(const Scene& scene) const override;
    void ask(const Scene& scene) override;
    void stopAsking() override { m_experiment.stop(); }
    void takeScene(const Scene& scene) override;
    std::optional<ReadOut> readOut(double x) const override;
    void applyColors() override;

private:
    void makeControls();
    void take(const std::shared_ptr<const Depth>& found);
    void setAxes();
    void setTexts();

    QPointer<QWidget> m_controls; ///< of the chart's place once it stands in one
    QCheckBox *m_residual = nullptr, *m_layerNorm = nullptr;
    std::array<std::array<QLineSeries*, 2>, 2> m_lines; ///< unscaled, scaled; norm, median
    std::shared_ptr<const Depth> m_found;
    QString m_refusal;
    Index m_trials = 0;
    Experiment<std::shared_ptr<const Depth>> m_experiment;
};

} // namespace softscope
