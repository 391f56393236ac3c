// One chart in a place of the strip: a plot with a title and a line of text that says how to read it.
#pragma once

#include "core/scene/scene.h"
#include "ui/charts/plot_view.h"

namespace softscope {

class Session;

/// Follows the Session by itself; draws what was computed, computes nothing.
class Chart : public PlotView {
    Q_OBJECT

public:
    using PlotView::PlotView;
    const QString& title() const { return m_title; }
    const QString& subtitle() const { return m_subtitle; }
    /// What stands between the heading and the plot; null: nothing. It is the chart's, and goes with it.
    virtual QWidget* controls() { return nullptr; }

signals:
    void headingChanged();

protected:
    void setHeading(const QString& title, const QString& subtitle);

private:
    QString m_title, m_subtitle;
};

/// The chart's name in menus.
QString chartText(ChartName name);
/// The submenu that it stands in.
QString chartGroup(ChartName name);
Chart* makeChart(ChartName name, Session* session, QWidget* parent);

} // namespace softscope
