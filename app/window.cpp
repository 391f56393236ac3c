#include "app/window.h"

#include "app/headless.h"
#include "app/no_display.h"
#include "app/scene_arguments.h"
#include "core/base/resources.h"
#include "core/scene/presets.h"
#include "ui/export/figure_font.h"
#include "ui/main_window.h"
#include "ui/session.h"
#include "ui/state_problem.h"
#include "ui/window_state.h"

#include <QApplication>
#include <QIcon>
#include <QTimer>

#include <cstdio>
#include <future>
#include <thread>

namespace softscope {

namespace {

/// All that is read before the window is there, away from its thread.
struct FirstScene {
    LastScene last;
    std::optional<Preset> preset; // of a first start
    QString problem;
    QString unkept; ///< why nothing can be kept for the next start
};

FirstScene readFirstScene(const StatePlaces& places) {
    FirstScene first;
    first.unkept = stateProblem(places);
    try {
        first.last = readLastScene(places);
        first.problem = first.last.problem;
        presets(); // the menus show them
        if (!first.last.scene)
            first.preset = preset(firstPreset);
    } catch (const std::exception& failure) {
        first.problem = QString::fromUtf8(failure.what());
    }
    return first;
}

void openFirstScene(Session& session, const FirstScene& first) {
    if (!first.last.scene) {
        session.reset(first.preset ? first.preset->scene : Scene(), {});
    } else if (!first.last.document) {
        session.reset(*first.last.scene, {});
    } else {
        session.reset(*first.last.document, first.last.file);
        session.replace(Session::tr("what was not saved"), *first.last.scene);
    }
}

void greet(MainWindow& window, const FirstScene& first) {
    if (!first.problem.isEmpty())
        window.warn(Session::tr("%1 A fresh scene was opened instead.").arg(first.problem));
    else if (!first.unkept.isEmpty())
        window.warn(first.unkept);
    else if (first.preset)
        window.tell(QString::fromStdString(first.preset->sentence));
}

/// For measuring the start: closes the window once a picture was painted.
class FirstPicture : public QObject {
public:
    FirstPicture(const Session& session, QWidget& window) : m_session(session), m_window(window) {
        QCoreApplication::instance()->installEventFilter(this);
    }
    bool eventFilter(QObject* watched, QEvent* event) override {
        if (event->type() == QEvent::Paint && m_session.shown() && watched->inherits("softscope::HeatmapView")) {
            QCoreApplication::instance()->removeEventFilter(this);
            QTimer::singleShot(0, &m_window, [this] {
                std::puts("painted"); // read by bench
                std::fflush(stdout);
                m_window.close();
            });
        }
        return false;
    }

private:
    const Session& m_session;
    QWidget& m_window;
};

void nameProgram() {
    QCoreApplication::setApplicationName(QStringLiteral("softscope"));
    QCoreApplication::setApplicationVersion(QStringLiteral(SOFTSCOPE_VERSION));
    QGuiApplication::setApplicationDisplayName(QString());
    QGuiApplication::setDesktopFileName(QStringLiteral("org.softscope.Softscope"));
}

void setIcon() {
    const QString file = QString::fromStdString((resourceFolder() / "icons" / "softscope.svg").string());
    QGuiApplication::setWindowIcon(QIcon::fromTheme(QStringLiteral("softscope"), QIcon(file)));
}

/// Compares the devices with the processor once the window has come to rest, so that auto knows; stopped when the
/// window closes.
class DeviceSearch {
public:
    explicit DeviceSearch(Backends& backends) {
        constexpr auto rest = std::chrono::seconds(3);
        m_start.setSingleShot(true);
        QObject::connect(&m_start, &QTimer::timeout, &m_start, [this, &backends] {
            m_thread = std::jthread([&backends](const std::stop_token& stop) {
                try {
                    backends.measure(stop);
                } catch (const std::exception&) {
                    // Closed meanwhile, or nothing to be found: the processor computes.
                }
            });
        });
        m_start.start(rest);
    }

private:
    QTimer m_start;
    std::jthread m_thread;
};

int runOnDisplay(QApplication& application, const std::filesystem::path& file, std::future<FirstScene> reading,
                 const StatePlaces& places) {
    requireFonts();
    setIcon();
    WindowState state(places);
    AppearanceSwitch appearance(state.appearance());
    const std::unique_ptr<Backends> backends = backendsHere(true);
    backends->choose(state.backend());
    Session session(nullptr, backends.get());
    DeviceSearch search(*backends);
    const FirstScene first = reading.get();
    openFirstScene(session, first); // computed while the window is built
    if (!file.empty())
        session.openOnto(QString::fromStdString(std::filesystem::absolute(file).string()),
                         Scene()); // as a command does
    MainWindow window(&session, &state, &appearance);
    greet(window, first);
    std::optional<FirstPicture> measuring;
    if (qEnvironmentVariableIsSet("SOFTSCOPE_EXIT_AFTER_FIRST_PICTURE"))
        measuring.emplace(session, window);
    window.show();
    return application.exec();
}

} // namespace

int runWindow(const char* program, const std::filesystem::path& file) {
    if (startedWithoutDisplay())
        return renderWithoutDisplay(file);
    nameProgram();
    const StatePlaces places = StatePlaces::standard();
    std::future<FirstScene> reading = std::async(std::launch::async, readFirstScene, places);
    const DisplayGuard guard(program, file);
    std::string name = program;
    char* arguments[] = {name.data(), nullptr};
    int count = 1;
    QApplication::setStyle(QStringLiteral("Fusion"));
    QApplication application(count, arguments);
    guard.passed();
    keepCLocale();
    return runOnDisplay(application, file, std::move(reading), places);
}

} // namespace softscope
