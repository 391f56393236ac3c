// What Session is made of: for session*.cpp only.
#pragma once

#include "ui/evaluate_scene.h"
#include "ui/file_worker.h"
#include "ui/latest_job.h"
#include "ui/mailbox.h"
#include "ui/open_file.h"
#include "ui/scene_history.h"
#include "ui/session.h"

#include <QTimer>

#include <utility>

namespace softscope {

/// The GUI thread's side. Letters from the workers are opened here; workers hold the mailbox and nothing else of it.
struct Session::Private {
    using Mail = std::shared_ptr<Mailbox<Private>>;
    using CurveRequest = std::pair<std::uint64_t, Scene>;

    struct Lock {
        RangeLock colors;
        Range range; // of the display when it was locked: another one unlocks
    };

    Private(Session& session, Backends* backends);
    ~Private();

    /// The Scene with what is looked at inside a head of known size; empty, and failed(), where it is refused.
    std::optional<Scene> accepted(Scene scene);
    /// The Scene is another one: asks for its evaluation and tells everybody.
    void changed();
    void requestMaps();
    void requestCurve();
    void answered(std::uint64_t number);
    void setBusy(bool on);
    void dropStaleLocks();

    void takeShown(const ShownPointer& result);
    void tellNote(const QString& note);
    void takeFailure(std::uint64_t number, const QString& sentence);
    void takeCurve(std::uint64_t number, const std::shared_ptr<const DkCurve>& result);
    void takeOpened(const QString& name, const OpenedFile& result);
    void takeSaved(const DocumentPointer& document, const QString& name, const Scene& written);
    void takeFileFailure(const QString& sentence);

    Session& q;
    Backends* const backends;
    QString lastNote; // of a backend
    SceneHistory history;
    ShownPointer shown;
    std::shared_ptr<const DkCurve> curve;
    CellBudget budget;
    int currentMap = 1;
    std::array<std::optional<Lock>, 3> locks;

    std::uint64_t requested = 0, done = 0; // numbers of evaluations
    std::uint64_t curveRequested = 0, curveDone = 0;
    std::optional<Scene> curveScene; // what the newest curve was asked for
    int filesUnderWay = 0;
    bool busy = false;
    QTimer slow, curveDelay;

    // Workers come last: they are joined before what is above goes.
    Mail mail;
    LatestJob<SceneRequest> maps;
    LatestJob<CurveRequest> curves;
    FileWorker files;
};

} // namespace softscope
