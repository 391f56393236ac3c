// A mean over the rows against d_k, with the scale and without it, beside theory, with a mark at the present d_k.
#pragma once

#include "ui/charts/chart.h"
#include "ui/shown.h"

#include "core/analysis/dk_curve.h"

#include <array>

namespace softscope {

/// effectiveTokens, largestWeight, jacobianNorm or gradientNorm. A press or drag in the plot sets d_k.
class DkChart final : public Chart {
    Q_OBJECT

public:
    DkChart(Session* session, ChartName quantity, QWidget* parent = nullptr);

    const QLineSeries* scaled() const { return m_lines[0]; }
    const QLineSeries* unscaled() const { return m_lines[1]; }
    const QLineSeries* theoryScaled() const { return m_lines[2]; }
    const QLineSeries* theoryUnscaled() const { return m_lines[3]; }
    Index markedDK() const { return m_markedDK; } ///< 0: none yet

protected:
    std::optional<ReadOut> readOut(double x) const override;
    void paintOver(QPainter& painter) override;
    void applyColors() override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;

private:
    void takeCurve();
    void takeShown();
    void takeMark();
    void setAxes();
    void setTexts();
    bool canChoose() const;
    void choose(double pixel);
    double now(bool scaled) const;

    Session* m_session;
    ChartName m_quantity;
    ShownPointer m_shown;
    std::shared_ptr<const DkCurve> m_curve; ///< null where it has nothing to show
    std::array<QLineSeries*, 4> m_lines; ///< scaled, unscaled, and theory of each (the gradient: its root mean square)
    SteadyRange m_yRange;
    Index m_markedDK = 0;
    bool m_choosing = false;
};

} // namespace softscope
