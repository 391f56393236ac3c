#include "ui/scene_history.h"

#include <utility>

namespace softscope {

namespace {

/// What a scene takes: lists can be long, all else is small.
std::size_t bytesOf(const Scene& scene) {
    std::size_t bytes = sizeof(Scene) + scene.edits.size() * sizeof(Edit) + scene.softmax.masks.size() * sizeof(Mask);
    for (const std::string& label : scene.source.labels)
        bytes += sizeof(std::string) + label.size();
    return bytes;
}

} // namespace

bool SceneHistory::change(const QString& text, Scene scene, const QString& gesture) {
    if (gesture != m_gesture)
        endGesture();
    if (scene == m_scene)
        return false;
    const bool merges = !gesture.isEmpty() && gesture == m_gesture && !m_undo.empty();
    if (!merges)
        push(text);
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

void SceneHistory::open(const QString& text, Scene scene, DocumentPointer document) {
    endGesture();
    push(text);
    m_redo.clear();
    m_scene = std::move(scene);
    m_document = std::move(document);
}

void SceneHistory::reset(Scene scene, DocumentPointer document) {
    *this = SceneHistory();
    m_scene = std::move(scene);
    m_document = std::move(document);
}

void SceneHistory::push(const QString& text) {
    m_undo.push_back({m_scene, m_document, text, bytesOf(m_scene)});
    std::size_t kept = 0, bytes = 0;
    while (kept < m_undo.size() && kept < mostSteps) {
        bytes += m_undo[m_undo.size() - 1 - kept].bytes;
        if (bytes > mostBytes && kept >= leastSteps)
            break;
        ++kept;
    }
    m_undo.erase(m_undo.begin(), m_undo.end() - std::ptrdiff_t(kept));
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
    const std::size_t bytes = bytesOf(m_scene);
    to.push_back({std::exchange(m_scene, std::move(step.scene)), std::exchange(m_document, std::move(step.document)),
                  std::move(step.text), bytes});
    return true;
}

} // namespace softscope
