// The only bridge between widgets and core: holds the Scene and the undo stack, owns the worker.
#pragma once

#include "core/analysis/dk_curve.h"
#include "core/engine/backend.h"
#include "core/scene/scene.h"
#include "ui/shown.h"

#include <QObject>
#include <QString>

#include <functional>
#include <memory>
#include <optional>

namespace softscope {

/// Widgets call edit(); they never compute, and they never know each other. All of it on the GUI thread; nothing
/// blocks.
class Session : public QObject {
    Q_OBJECT

public:
    /// `backends`, null for the CPU alone, must outlive it.
    explicit Session(QObject* parent = nullptr, Backends* backends = nullptr);
    ~Session() override;

    const Scene& scene() const;
    /// The newest good result; null before the first. Stays when an evaluation fails.
    ShownPointer shown() const;
    /// The chart against d_k; null until computed. Fills in after the maps.
    std::shared_ptr<const DkCurve> curve() const;

    /// Changes the Scene: undo step, new evaluation, sceneChanged(). `text` names the step ("d_k"). Edits with the same
    /// non-empty `gesture` merge into one step until endGesture(): one step a drag. A change that leaves the Scene
    /// equal does nothing. One that validate() refuses is not made: failed() says why.
    void edit(const QString& text, const std::function<void(Scene&)>& change, const QString& gesture = {});
    void endGesture();
    /// Changes what is looked at (selection, region) without an undo step of its own: it rides with the next one.
    void look(const std::function<void(Scene&)>& change);
    /// A whole Scene: a preset, a file. One undo step.
    void replace(const QString& text, const Scene& scene);
    /// Another document, with its session file (empty: none, Save asks for one). One undo step, which brings the former
    /// one back with its file and its modified state. Computed again even where the Scene is equal: a file it names may
    /// have changed.
    void start(const QString& text, const Scene& scene, const QString& file);
    /// The first document: clears the undo stack.
    void reset(const Scene& scene, const QString& file);

    bool canUndo() const;
    bool canRedo() const;
    QString undoText() const;
    QString redoText() const;
    void undo();
    void redo();

    /// The session file, empty for an unsaved one; whether the Scene differs from it.
    QString file() const;
    bool isModified() const;
    /// Written on a worker; saved() or failed() follows. What is opened meanwhile is not taken for what was saved.
    void save(const QString& file);
    /// Reads a session, exported figure or tensor file on a worker, then start(); failed() leaves everything as it was.
    /// Only a session is saved to again: after the others file() is empty. A tensor file takes the softmax and the view
    /// of `base`, the present Scene where there is none; with several layers or heads it opens at the first, and the
    /// Head tab picks another.
    void open(const QString& file);
    void openOnto(const QString& file, const Scene& base);

    /// How many cells a map can show. Re-evaluates when pooling changes.
    void setCellBudget(CellBudget budget);
    /// Locks the colour range of a place to what it is now, or unlocks it.
    void setRangeLocked(int place, bool locked);
    bool isRangeLocked(int place) const;

    /// The map last clicked or focused, counted as Shown::maps: no part of the Scene. Where compare is off its upper
    /// neighbour stands for a lower one. The middle one at first.
    int currentMap() const;
    void setCurrentMap(int map);

    /// Where maps are computed: no part of the Scene. Null where there is only the CPU.
    Backends* backends() const;
    /// Computes again there. Does nothing where there is only the CPU.
    void setBackend(const BackendChoice& choice);

    /// Stops the evaluation that runs; what is shown stays.
    void cancel();
    /// Nothing runs and nothing waits. For tests and bench.
    bool idle() const;

signals:
    void sceneChanged(); ///< the Scene, the undo stack, the file or the modified state
    void shownChanged(); ///< shown() is newer
    void curveChanged();
    /// For the message bar. `untilShown`: it is about the evaluation, so a newer shown() makes it untrue.
    void failed(const QString& sentence, bool untilShown = false);
    void saved(const QString& file);
    void opened(const QString& file);
    void copied(const QString& what); ///< a map is on the clipboard: what is to be said of it
    void busyChanged(bool busy);      ///< true once an evaluation takes over a second
    void locksChanged();              ///< isRangeLocked() of a place

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace softscope
