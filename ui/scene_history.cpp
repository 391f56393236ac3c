#include "ui/scene_history.h"

#include <utility>

namespace softscope {

bool SceneHistory::change(const QString& text, Scene scene, const QString& gesture) {
    if (gesture != m_gesture)
        endGesture();
    if (scene == m_scene)
        return false;
    const bool merges = !gesture.isEmpty() && gesture == m_gesture && !m_undo.empty();
    if (!merges) {
        m_undo.push_back({m_scene, text});
        if (m_undo.size() > mostSteps)
            m_undo.erase(m_undo.begin());
    }
    m_redo.clear();
    m_gesture = gesture;
    m_scene = std::move(scene);
    return true;
}

bool SceneHistory::endGesture() {
    const bool cameBack = !m_gesture.isEmpty() && !m_undo.empty() && m_undo.back().scene == m_scene;
    if (cameBack)
        m_undo.pop_back();
    m_gesture.clear();
    return cameBack;
}

bool SceneHistory::look(Scene scene) {
    if (scene == m_scene)
        return false;
    m_scene = std::move(scene);
    return true;
}

void SceneHistory::reset(Scene scene) {
    *this = SceneHistory();
    m_scene = std::move(scene);
}

bool SceneHistory::undo() {
    endGesture();
    return exchange(m_undo, m_redo);
}

bool SceneHistory::redo() {
    endGesture();
    return exchange(m_redo, m_undo);
}

bool SceneHistory::exchange(std::vector<Step>& from, std::vector<Step>& to) {
    if (from.empty())
        return false;
    Step step = std::move(from.back());
    from.pop_back();
    to.push_back({std::exchange(m_scene, std::move(step.scene)), std::move(step.text)});
    return true;
}

} // namespace softscope
