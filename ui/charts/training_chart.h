// Two copies of a head learn in lock step, one with the scale and one without.
#pragma once

#include "ui/charts/experiment.h"
#include "ui/charts/fresh_chart.h"

#include "core/training/training_history.h"

#include <QPointer>

namespace softscope {

class TrainingControls;

/// A figure of both copies against the step, and both weight maps beside it, at the step that the scrubber stands on.
/// Plays at a pace that can be watched, goes by single steps, or to the end at once.
class TrainingChart final : public FreshChart {
    Q_OBJECT

public:
    explicit TrainingChart(Session* session, QWidget* parent = nullptr);
    ~TrainingChart() override;

    QWidget* controls() override;
    const TrainingHistory& history() const { return m_history; }
    const QLineSeries* line(bool scaled) const { return m_lines[scaled ? 1 : 0]; }
    Index shownStep() const { return m_shownStep; }
    bool playing() const { return m_playing; }
    bool busy() const { return waits() || m_experiment.busy(); }

    void play();
    void pause();
    void stepOnce();
    void toTheEnd();
    /// Back to the start, with nothing learnt.
    void reset();
    /// Goes back and forth through the run so far.
    void scrubTo(Index step);

signals:
    void runChanged(); ///< playing, the run's length, or the step that is shown

protected:
    Scene relevant(const Scene& scene) const override;
    void ask(const Scene& scene) override;
    void stopAsking() override;
    void takeScene(const Scene& scene) override;
    std::optional<ReadOut> readOut(double x) const override;
    void paintOver(QPainter& painter) override;
    void applyColors() override;
    int reservedRight() const override;

private:
    struct Run; ///< the copies; touched by the worker only
    using Steps = std::vector<TrainingStep>;
    enum class Pace { watchable, none };

    void go(Index steps, Pace pace);
    void take(const Steps& steps);
    void setLines();
    void setAxes();
    void setTexts();
    double valueOf(const TrainingMeasure& measure) const;
    double placeOf(double value) const;
    QRectF mapPlace(bool scaled) const;
    void paintMap(QPainter& painter, bool scaled) const;

    std::array<QLineSeries*, 2> m_lines;   ///< unscaled, scaled
    QPointer<TrainingControls> m_controls; ///< of the chart's place once it stands in one
    std::shared_ptr<Run> m_run;
    TrainingHistory m_history;
    TrainingFigure m_figure = TrainingFigure::loss;
    Index m_steps = 0; ///< where the run ends
    Index m_shownStep = 0;
    bool m_playing = false;
    QString m_refusal;
    Experiment<Steps> m_experiment;
};

} // namespace softscope
