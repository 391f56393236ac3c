// Where the softmax freezes: participation Σp² of random rows over n and d_k, as a map with the freezing line on it.
#pragma once

#include "ui/charts/experiment.h"
#include "ui/charts/fresh_chart.h"

#include "core/analysis/phase.h"

#include <QImage>

namespace softscope {

/// phaseUnscaled, phaseScaled, or phasePresent: with the scene's own scale. A press goes to that n and d_k.
class PhaseChart final : public FreshChart {
    Q_OBJECT

public:
    PhaseChart(Session* session, ChartName name, QWidget* parent = nullptr);

    const PhaseMap* map() const { return m_found.get(); }
    /// What is shown is the finest, of all heads that were asked for.
    bool finished() const { return m_found && m_finest && !waits() && !m_experiment.busy(); }

protected:
    Scene relevant(const Scene& scene) const override;
    void ask(const Scene& scene) override;
    void stopAsking() override { m_experiment.stop(); }
    void takeScene(const Scene& scene) override;
    std::optional<ReadOut> readOut(double x) const override;
    void paintOver(QPainter& painter) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;

private:
    struct Found {
        std::shared_ptr<const PhaseMap> map;
        std::vector<PhasePoint> line;
        bool finest = false;
    };
    struct Cell {
        std::size_t token, size;
    };

    void take(const Found& found);
    void setTexts();
    Scale scaleOf(const Scene& scene) const;
    std::optional<Cell> cellAt(double x, double y) const;
    void paintLine(QPainter& painter) const;

    ChartName m_name;
    std::shared_ptr<const PhaseMap> m_found;
    std::vector<PhasePoint> m_line;
    QImage m_image; ///< a pixel a cell, the largest d_k on top
    bool m_finest = false;
    QString m_refusal;
    Index m_tokens = 0, m_dK = 0; ///< of the scene
    Index m_trials = 0;
    double m_hoverY = 0;
    Experiment<Found> m_experiment;
};

} // namespace softscope
