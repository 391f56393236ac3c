// What the window remembers from one start to the next: layout, theme, recent files, and the last Scene.
#pragma once

#include "core/engine/backend.h"
#include "core/scene/scene.h"
#include "ui/appearance.h"
#include "ui/file_worker.h"
#include "ui/recent_files.h"

#include <QByteArray>
#include <QString>

#include <filesystem>
#include <optional>

class QSettings;

namespace softscope {

/// Where things are kept. SOFTSCOPE_STATE_DIR, a folder, takes the place of both standard ones (tests, a second
/// profile).
struct StatePlaces {
    QString settingsFile; ///< layout, theme, recent files
    QString sceneFile;    ///< the last Scene
    static StatePlaces standard();
    static StatePlaces in(const QString& folder);
};

/// The last Scene as it was left.
struct LastScene {
    std::optional<Scene> scene;    ///< empty at a first start, and where it cannot be read
    std::optional<Scene> document; ///< what its session file holds, where it has one that can be read
    QString file;                  ///< that file
    QString problem;               ///< where there was something that cannot be read: why not, and where it is kept
};
/// A last Scene that cannot be read is renamed ("last-scene.json.unreadable"), so that it is not written over. Reads
/// files; not for the GUI thread of a window that is on screen.
LastScene readLastScene(const StatePlaces& places);

class WindowState {
public:
    explicit WindowState(const StatePlaces& places);
    ~WindowState();
    WindowState(const WindowState&) = delete;
    WindowState& operator=(const WindowState&) = delete;
    WindowState(WindowState&&) = delete;
    WindowState& operator=(WindowState&&) = delete;

    QByteArray geometry() const;
    QByteArray layout() const;
    double chartShare() const; ///< of the window's height; 0: no person set it
    int tab() const;           ///< of the controls
    struct Inner {
        double chartShare = 0;
        int tab = 0;
    };
    void keepLayout(const QByteArray& geometry, const QByteArray& layout, const Inner& inner = {0, 0});
    void forgetLayout();

    Appearance appearance() const;
    void setAppearance(Appearance appearance);

    /// Where a person wants maps to be computed; auto at first.
    BackendChoice backend() const;
    void setBackend(const BackendChoice& choice);

    RecentFiles& recentFiles() { return m_recentFiles; }

    /// On a worker, atomically; destruction waits for it. `file`: the session file it belongs to, may be empty.
    void keepScene(const Scene& scene, const QString& file);

private:
    StatePlaces m_places;
    std::unique_ptr<QSettings> m_settings;
    RecentFiles m_recentFiles;
    FileWorker m_files;
};

} // namespace softscope
