#include "ui/heatmap/map_menu.h"

#include "ui/heatmap/map_text.h"
#include "ui/heatmap/range_dialog.h"
#include "ui/session.h"

#include <QActionGroup>

namespace softscope {

MapMenu::MapMenu(Session* session, int place, QWidget* parent) : QMenu(parent), m_session(session), m_place(place) {
    addMaps();
    addSeparator();
    addNorms();
    addColormaps();
    addRanges();
    addPooling();
    connect(this, &QMenu::aboutToShow, this, &MapMenu::refresh);
}

QAction* MapMenu::addChoice(QMenu* menu, QActionGroup* group, const QString& text, const QString& step,
                            const Change& change, const Test& test) {
    QAction* action = menu->addAction(text);
    action->setCheckable(true);
    group->addAction(action);
    connect(action, &QAction::triggered, this, [this, step, change] { m_session->edit(step, change); });
    m_choices.emplace_back(action, test);
    return action;
}

void MapMenu::addMaps() {
    auto* group = new QActionGroup(this);
    for (const MapName map : {MapName::scores, MapName::scaled, MapName::weights, MapName::jacobian,
                              MapName::jacobianDiagonal, MapName::rowJacobian, MapName::output, MapName::gradQ,
                              MapName::gradK, MapName::gradV, MapName::q, MapName::k, MapName::v}) {
        if (map == MapName::output || map == MapName::gradQ || map == MapName::q)
            addSeparator();
        const MapHeading heading = mapHeading(map, Softmax());
        const auto place = std::size_t(m_place);
        addChoice(
            this, group, heading.name + QStringLiteral("\t") + heading.formula, tr("Map"),
            [place, map](Scene& scene) { scene.view.places[place].map = map; },
            [place, map](const Scene& scene) { return scene.view.places[place].map == map; });
    }
}

void MapMenu::addNorms() {
    QMenu* menu = addMenu(tr("&Norm"));
    auto* group = new QActionGroup(this);
    const auto place = std::size_t(m_place);
    const auto add = [&](const QString& text, NormKind norm) {
        addChoice(
            menu, group, text, tr("Norm"),
            [place, norm](Scene& scene) {
                Display& display = scene.view.places[place].display;
                display.norm = norm;
                // A logarithm has no place for the low end of such a range; the present map gives it one.
                if (norm == NormKind::log && display.range.kind == RangeKind::fixed && display.range.low <= 0)
                    display.range = {};
            },
            [place, norm](const Scene& scene) { return scene.view.places[place].display.norm == norm; });
    };
    add(tr("&Linear"), NormKind::linear);
    add(tr("Lo&garithmic"), NormKind::log);
    add(tr("&Symmetric logarithmic"), NormKind::symlog);
}

void MapMenu::addColormaps() {
    QMenu* menu = addMenu(tr("&Colours"));
    auto* group = new QActionGroup(this);
    const auto place = std::size_t(m_place);
    const auto add = [&](const QString& text, Colormap colormap) {
        addChoice(
            menu, group, text, tr("Colours"),
            [place, colormap](Scene& scene) { scene.view.places[place].display.colormap = colormap; },
            [place, colormap](const Scene& scene) { return scene.view.places[place].display.colormap == colormap; });
    };
    add(tr("&As the map asks for"), Colormap::automatic);
    add(QStringLiteral("&Viridis"), Colormap::viridis);
    add(QStringLiteral("&Cividis"), Colormap::cividis);
    add(QStringLiteral("&Magma"), Colormap::magma);
    add(tr("&Diverging about zero"), Colormap::diverging);
}

void MapMenu::addRanges() {
    QMenu* menu = addMenu(tr("&Range"));
    auto* group = new QActionGroup(this);
    const auto place = std::size_t(m_place);
    addChoice(
        menu, group, tr("&Automatic"), tr("Range"),
        [place](Scene& scene) { scene.view.places[place].display.range = {}; },
        [place](const Scene& scene) { return scene.view.places[place].display.range.kind == RangeKind::automatic; });
    for (const double percent : {1., 5.}) {
        addChoice(
            menu, group, tr("Cut off the outer %1 % at each end").arg(percent), tr("Range"),
            [place, percent](Scene& scene) {
                scene.view.places[place].display.range.kind = RangeKind::percentile;
                scene.view.places[place].display.range.percentile = percent;
            },
            [place, percent](const Scene& scene) {
                const Range& range = scene.view.places[place].display.range;
                return range.kind == RangeKind::percentile && range.percentile == percent;
            });
    }
    QAction* fixed = menu->addAction(tr("&From … to …"));
    fixed->setCheckable(true);
    group->addAction(fixed);
    m_choices.emplace_back(
        fixed, [place](const Scene& scene) { return scene.view.places[place].display.range.kind == RangeKind::fixed; });
    connect(fixed, &QAction::triggered, this, &MapMenu::askForRange);
    menu->addSeparator();
    connect(menu->addAction(tr("&Keep the present one")), &QAction::triggered, this, &MapMenu::keepPresentRange);
    m_lock = addAction(tr("&Lock the range"));
    m_lock->setCheckable(true);
    m_lock->setToolTip(tr("Keeps the colours where they are while sliders move"));
    connect(m_lock, &QAction::triggered, this, [this](bool on) { m_session->setRangeLocked(m_place, on); });
}

void MapMenu::addPooling() {
    QMenu* menu = addMenu(tr("Several cells in a &pixel"));
    auto* group = new QActionGroup(this);
    const auto add = [&](const QString& text, Reducer reduce) {
        addChoice(
            menu, group, text, tr("Pooling"), [reduce](Scene& scene) { scene.view.reduce = reduce; },
            [reduce](const Scene& scene) { return scene.view.reduce == reduce; });
    };
    add(tr("Show their &largest"), Reducer::maximum);
    add(tr("Show their &mean"), Reducer::mean);
}

void MapMenu::refresh() {
    for (const auto& [action, test] : m_choices)
        action->setChecked(test(m_session->scene()));
    m_lock->setChecked(m_session->isRangeLocked(m_place));
}

namespace {

/// The range on screen at a place; that of a fresh scene where there is nothing on screen yet.
Range presentRange(const Session& session, int place) {
    Range range = session.scene().view.places[std::size_t(place)].display.range;
    const ShownPointer shown = session.shown();
    if (shown && std::size_t(place) < shown->maps.size()) {
        range.low = shown->maps[std::size_t(place)].picture.scale.low;
        range.high = shown->maps[std::size_t(place)].picture.scale.high;
    }
    range.kind = RangeKind::fixed;
    return range;
}

} // namespace

void MapMenu::keepPresentRange() {
    const Range range = presentRange(*m_session, m_place);
    m_session->edit(tr("Range"), [&](Scene& scene) { scene.view.places[std::size_t(m_place)].display.range = range; });
}

void MapMenu::askForRange() {
    const NormKind norm = m_session->scene().view.places[std::size_t(m_place)].display.norm;
    auto* dialog = new RangeDialog(presentRange(*m_session, m_place), norm == NormKind::log, parentWidget());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, dialog] {
        m_session->edit(tr("Range"),
                        [&](Scene& scene) { scene.view.places[std::size_t(m_place)].display.range = dialog->range(); });
    });
    dialog->open();
}

} // namespace softscope
