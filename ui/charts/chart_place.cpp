#include "ui/charts/chart_place.h"

#include "core/scene/words.h"
#include "ui/charts/chart.h"
#include "ui/charts/chart_title.h"
#include "ui/session.h"

#include <QActionGroup>
#include <QMenu>
#include <QVBoxLayout>

namespace softscope {

ChartPlace::ChartPlace(Session* session, std::size_t place, QWidget* parent)
    : QWidget(parent), m_session(session), m_place(place), m_title(new ChartTitle(this)),
      m_choices(new QActionGroup(this)) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_title);
    addMenu();
    connect(session, &Session::sceneChanged, this, &ChartPlace::follow);
    follow();
}

void ChartPlace::addMenu() {
    auto* menu = new QMenu(m_title);
    QMenu* group = nullptr;
    for (const Word<ChartName>& word : words<ChartName>()) {
        const ChartName name = word.value;
        if (!group || group->title() != chartGroup(name))
            group = menu->addMenu(chartGroup(name));
        QAction* action = group->addAction(chartText(name));
        action->setCheckable(true);
        action->setData(int(name));
        m_choices->addAction(action);
        connect(action, &QAction::triggered, this, [this, name] {
            m_session->edit(tr("Chart"), [this, name](Scene& scene) { scene.view.charts[m_place] = name; });
        });
    }
    m_title->setMenu(menu);
}

void ChartPlace::follow() {
    const ChartName name = m_session->scene().view.charts[m_place];
    for (QAction* action : m_choices->actions())
        action->setChecked(action->data().toInt() == int(name));
    if (name != m_name)
        show(name);
}

void ChartPlace::show(ChartName name) {
    delete m_chart;
    m_name = name;
    m_chart = makeChart(name, m_session, this);
    if (QWidget* const controls = m_chart->controls())
        layout()->addWidget(controls);
    layout()->addWidget(m_chart);
    const auto take = [this] { m_title->setHeading(m_chart->title(), m_chart->subtitle()); };
    connect(m_chart, &Chart::headingChanged, this, take);
    take();
}

} // namespace softscope
