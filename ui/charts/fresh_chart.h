// A chart of an experiment over fresh heads like the scene's.
#pragma once

#include "ui/charts/chart.h"

#include <QTimer>

#include <optional>

namespace softscope {

/// Asks for a new experiment a moment after something that matters to it has changed, so that a drag is not slowed by
/// what it makes untrue at its next tick.
class FreshChart : public Chart {
    Q_OBJECT

protected:
    FreshChart(Session* session, QWidget* parent);
    /// At the end of the constructor of what inherits: asks for the first experiment.
    void begin();

    /// The scene with everything that does not matter as in Scene().
    virtual Scene relevant(const Scene& scene) const = 0;
    /// The last experiment is not true any more; `scene` is the whole of the scene.
    virtual void ask(const Scene& scene) = 0;
    virtual void stopAsking() = 0;
    /// At each change of the scene: marks of where it is.
    virtual void takeScene(const Scene& scene) = 0;

    Session* session() const { return m_session; }
    /// An experiment has not been asked for yet.
    bool waits() const { return m_pause.isActive(); }

private:
    void follow();

    Session* m_session;
    QTimer m_pause;
    std::optional<Scene> m_asked;
};

/// The same with no labels, no hand edits and nothing of what is looked at: what fresh heads never depend on.
Scene withoutLooks(const Scene& scene);

} // namespace softscope
