#include "ui/menus/view_menu.h"

#include "core/engine/logits.h"
#include "ui/appearance.h"
#include "ui/heatmap/map_menu.h"
#include "ui/menus/backend_menu.h"
#include "ui/session.h"
#include "ui/window_state.h"

#include <QActionGroup>

namespace softscope {

ViewMenu::ViewMenu(Session* session, WindowState* state, AppearanceSwitch* appearance, const QList<QAction*>& docks,
                   QWidget* parent)
    : QMenu(tr("&View"), parent), m_session(session), m_state(state), m_appearance(appearance) {
    m_scale = addAction(tr("&Divide by √dₖ"), QKeySequence(Qt::Key_S), this, &ViewMenu::toggleScale);
    m_scale->setCheckable(true);
    m_compare = addAction(tr("&Compare with and without the scale"), QKeySequence(Qt::Key_C), this, [this] {
        m_session->edit(tr("compare"), [](Scene& scene) { scene.view.compare = !scene.view.compare; });
    });
    m_compare->setCheckable(true);
    addSeparator();
    addMaps();
    m_lock = addAction(tr("&Lock all colour ranges"), QKeySequence(Qt::Key_L), this, [this] { lockAll(!allLocked()); });
    m_lock->setCheckable(true);
    m_zoom = addAction(tr("Show the &whole maps"), QKeySequence(Qt::CTRL | Qt::Key_0), this,
                       [this] { m_session->look([](Scene& scene) { scene.view.region.reset(); }); });
    addSeparator();
    addActions(docks);
    addTheme();
    if (session->backends())
        addMenu(new BackendMenu(session, state, this));
    addAction(tr("&Reset the layout"), this, &ViewMenu::layoutResetRequested);
    connect(session, &Session::sceneChanged, this, &ViewMenu::refresh);
    connect(session, &Session::locksChanged, this, &ViewMenu::refresh);
    refresh();
}

void ViewMenu::addMaps() {
    const QString titles[] = {tr("&First map"), tr("&Second map"), tr("&Third map")};
    for (int place = 0; place < 3; ++place) {
        auto* menu = new MapMenu(m_session, place, this);
        menu->setTitle(titles[place]);
        addMenu(menu);
    }
}

void ViewMenu::addTheme() {
    QMenu* menu = addMenu(tr("T&heme"));
    auto* group = new QActionGroup(menu);
    const auto add = [&](const QString& text, Appearance appearance) {
        QAction* action = menu->addAction(text);
        action->setCheckable(true);
        action->setChecked(m_appearance->chosen() == appearance);
        group->addAction(action);
        connect(action, &QAction::triggered, this, [this, appearance] {
            m_appearance->choose(appearance);
            m_state->setAppearance(appearance);
        });
    };
    add(tr("As the &system"), Appearance::system);
    add(tr("&Light"), Appearance::light);
    add(tr("&Dark"), Appearance::dark);
}

void ViewMenu::toggleScale() {
    m_session->edit(tr("scale"), [](Scene& scene) { scene.softmax = withOtherScale(scene.softmax); });
}

bool ViewMenu::allLocked() const {
    return m_session->isRangeLocked(0) && m_session->isRangeLocked(1) && m_session->isRangeLocked(2);
}

void ViewMenu::lockAll(bool locked) {
    for (int place = 0; place < 3; ++place)
        m_session->setRangeLocked(place, locked);
    refresh();
}

void ViewMenu::refresh() {
    const Scene& scene = m_session->scene();
    m_scale->setChecked(scene.softmax.scale.kind != ScaleKind::none);
    m_compare->setChecked(scene.view.compare);
    m_lock->setChecked(allLocked());
    m_zoom->setEnabled(scene.view.region.has_value());
}

} // namespace softscope
