// The menu of one place for a map: which map, norm, colours, range, pooling.
#pragma once

#include "core/scene/scene.h"

#include <QMenu>

#include <functional>
#include <vector>

class QActionGroup;

namespace softscope {

class Session;

class MapMenu : public QMenu {
    Q_OBJECT

public:
    MapMenu(Session* session, int place, QWidget* parent = nullptr);

private:
    using Change = std::function<void(Scene&)>;
    using Test = std::function<bool(const Scene&)>;
    /// An exclusive choice: `change` makes it, `test` says whether the scene has it.
    QAction* addChoice(QMenu* menu, QActionGroup* group, const QString& text, const QString& step, const Change& change,
                       const Test& test);
    void addMaps();
    void addNorms();
    void addColormaps();
    void addRanges();
    void addPooling();
    void keepPresentRange();
    void askForRange();
    void refresh();

    Session* m_session;
    int m_place;
    std::vector<std::pair<QAction*, Test>> m_choices;
    QAction* m_lock = nullptr;
};

} // namespace softscope
