// One of the three places for a chart: a title with a menu of charts, and the chart.
#pragma once

#include "core/scene/scene.h"

#include <QWidget>

#include <optional>

class QActionGroup;

namespace softscope {

class Chart;
class ChartTitle;
class Session;

class ChartPlace : public QWidget {
    Q_OBJECT

public:
    /// `place` is the index into View::charts.
    ChartPlace(Session* session, std::size_t place, QWidget* parent = nullptr);

    Chart* chart() const { return m_chart; }
    ChartTitle* title() const { return m_title; }

private:
    void addMenu();
    void follow();
    void show(ChartName name);

    Session* m_session;
    std::size_t m_place;
    ChartTitle* m_title;
    QActionGroup* m_choices;
    Chart* m_chart = nullptr;
    std::optional<ChartName> m_name;
};

} // namespace softscope
