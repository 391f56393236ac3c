// The Scene with its undo and redo steps.
#pragma once

#include "core/scene/scene.h"

#include <QString>

#include <vector>

namespace softscope {

/// An undo step is the Scene before. Changes of one gesture merge into one step.
class SceneHistory {
public:
    static constexpr std::size_t mostSteps = 1000; // the oldest go first

    const Scene& scene() const { return m_scene; }
    /// False where the Scene is equal.
    bool change(const QString& text, Scene scene, const QString& gesture);
    /// The next change begins a new step; a gesture that came back to where it began leaves none
    /// (true: a step went).
    bool endGesture();
    /// No step of its own: it rides with the next one.
    bool look(Scene scene);
    /// No steps are left.
    void reset(Scene scene);

    bool canUndo() const { return !m_undo.empty(); }
    bool canRedo() const { return !m_redo.empty(); }
    QString undoText() const { return m_undo.empty() ? QString() : m_undo.back().text; }
    QString redoText() const { return m_redo.empty() ? QString() : m_redo.back().text; }
    bool undo();
    bool redo();

private:
    struct Step {
        Scene scene; // to go back to
        QString text;
    };
    bool exchange(std::vector<Step>& from, std::vector<Step>& to);

    Scene m_scene;
    std::vector<Step> m_undo, m_redo;
    QString m_gesture;
};

} // namespace softscope
