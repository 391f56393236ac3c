// The Scene with its undo and redo steps.
#pragma once

#include "core/scene/scene.h"

#include <QString>

#include <memory>
#include <vector>

namespace softscope {

/// What Save writes to, and what is there. All steps within a document share one: saving it is no step, and holds for
/// every one of them.
struct Document {
    QString file; ///< empty where it was never saved
    Scene saved;  ///< what the file, or a new document, holds
};
using DocumentPointer = std::shared_ptr<Document>;

/// An undo step is the Scene before, with its document. Changes of one gesture merge into one step.
class SceneHistory {
public:
    // The oldest go first: beyond so many, and beyond so many bytes, though never the newest leastSteps. A scene of
    // the most edits (100,000) has 5.6 MB, so that those few can take a little more than mostBytes.
    static constexpr std::size_t mostSteps = 1000, leastSteps = 50;
    static constexpr std::size_t mostBytes = std::size_t(256) << 20;

    const Scene& scene() const { return m_scene; }
    const DocumentPointer& document() const { return m_document; }
    /// False where the Scene is equal.
    bool change(const QString& text, Scene scene, const QString& gesture);
    /// The next change begins a new step; a gesture that came back to where it began leaves none
    /// (true: a step went).
    bool endGesture();
    /// No step of its own: it rides with the next one.
    bool look(Scene scene);
    /// Another document takes the place of this one, which an undo brings back.
    void open(const QString& text, Scene scene, DocumentPointer document);
    /// No steps are left.
    void reset(Scene scene, DocumentPointer document = std::make_shared<Document>());

    bool canUndo() const { return !m_undo.empty(); }
    bool canRedo() const { return !m_redo.empty(); }
    QString undoText() const { return m_undo.empty() ? QString() : m_undo.back().text; }
    QString redoText() const { return m_redo.empty() ? QString() : m_redo.back().text; }
    bool undo();
    bool redo();

private:
    struct Step {
        Scene scene; // to go back to
        DocumentPointer document;
        QString text;
        std::size_t bytes = 0;
    };
    void push(const QString& text);
    bool exchange(std::vector<Step>& from, std::vector<Step>& to);

    Scene m_scene;
    DocumentPointer m_document = std::make_shared<Document>();
    std::vector<Step> m_undo, m_redo;
    QString m_gesture;
};

} // namespace softscope
