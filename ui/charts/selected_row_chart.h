// Where the selected row looks: its weights over the keys, with the scale and without it.
#pragma once

#include "ui/charts/chart.h"
#include "ui/shown.h"

namespace softscope {

class SelectedRowChart final : public Chart {
    Q_OBJECT

public:
    static constexpr Index mostSteps = 120; ///< more keys than that share steps

    explicit SelectedRowChart(Session* session, QWidget* parent = nullptr);

    const QLineSeries* scaled() const;
    const QLineSeries* unscaled() const;

protected:
    std::optional<ReadOut> readOut(double x) const override;
    void applyColors() override;

private:
    void take(const ShownPointer& shown);
    void setTexts();
    void setHeights();

    ShownPointer m_shown;
    SteadyRange m_low; ///< of the weights, where none is large
    QAreaSeries* m_scaled;
    QAreaSeries* m_unscaled;
};

} // namespace softscope
