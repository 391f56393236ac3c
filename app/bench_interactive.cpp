#include "app/bench_interactive.h"

#include "app/headless.h"
#include "core/base/error.h"
#include "core/scene/limits.h"
#include "ui/charts/plot_view.h"
#include "ui/heatmap/heatmap_view.h"
#include "ui/main_window.h"
#include "ui/panels/value_control.h"
#include "ui/session.h"
#include "ui/window_state.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QTemporaryDir>
#include <QTimer>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace softscope {

namespace {

constexpr int ticks = 200;
constexpr int patience = 10'000; // milliseconds for one tick
constexpr int dragTime = 10'000; // milliseconds
constexpr int mousePace = 8;     // milliseconds between two moves of a mouse
constexpr Index dragTo = 1024;   // the end of the slider
constexpr QSize windowSize(1440, 900);

/// Watches which widgets were painted, and calls after each time that the window was.
class PaintWatch : public QApplication {
public:
    using QApplication::QApplication;

    bool notify(QObject* receiver, QEvent* event) override {
        const QEvent::Type type = event->type(); // the event may be gone afterwards
        const bool result = QApplication::notify(receiver, event);
        if (type == QEvent::Paint)
            painted.insert(receiver);
        else if (type == QEvent::UpdateRequest && afterUpdate)
            afterUpdate();
        return result;
    }

    std::set<const QObject*> painted;
    std::function<void()> afterUpdate;
};

/// The window with what is watched in it.
class Bench {
public:
    Bench()
        : m_state(StatePlaces::in(m_folder.path())), m_appearance(Appearance::light),
          m_window(&m_session, &m_state, &m_appearance), m_dK(m_window.findChild<ValueControl*>(QStringLiteral("dK"))) {
        m_window.resize(windowSize);
        m_window.show();
        for (const auto* map : m_window.findChildren<HeatmapView*>())
            m_watched.push_back(map);
        for (const auto* chart : m_window.findChildren<PlotView*>())
            m_watched.push_back(chart->viewport());
        std::erase_if(m_watched, [](const QWidget* widget) { return !widget->isVisible(); });
    }

    InteractiveCase run(Index n, Index dK, const std::stop_token& stop) {
        Scene scene;
        scene.source.tokens = n;
        scene.source.dK = dK;
        m_session.reset(scene, {});
        waitUntil([this] { return m_session.idle() && m_session.shown(); }, 12 * patience);
        std::vector<double> times, first;
        m_dK->slider()->setSliderDown(true);
        for (int i = 0; i < ticks; ++i) {
            if (stop.stop_requested())
                throw Cancelled();
            const Tick one = tick(valueAt(i, dK));
            times.push_back(one.complete);
            first.push_back(one.first);
        }
        const Drag whole = drag(stop);
        m_dK->slider()->setSliderDown(false);
        return {n, at(times, 0.5), at(times, 0.95), at(times, 1), at(first, 0.95), whole};
    }

private:
    static double at(std::vector<double>& all, double share) {
        std::sort(all.begin(), all.end());
        return all[static_cast<std::size_t>(std::lround(share * static_cast<double>(all.size() - 1)))];
    }

    void move(Index dK) {
        m_dK->slider()->setNumber(static_cast<double>(dK));
        emit m_dK->slider()->moved(static_cast<double>(dK)); // what the slider does when the mouse has moved its handle
    }

    /// Where the slider stands at a time of the drag: evenly along its logarithmic track, to the end and back.
    static Index dragged(double milliseconds) {
        const double way = 1 - std::abs(2 * milliseconds / dragTime - 1);
        return static_cast<Index>(std::lround(std::pow(static_cast<double>(dragTo), way)));
    }

    Drag drag(const std::stop_token& stop) {
        PaintWatch& watch = *static_cast<PaintWatch*>(QCoreApplication::instance());
        move(1);
        waitUntil([this] { return m_session.idle() && isShown(1); }, patience);
        std::vector<double> ages;
        std::map<Index, double> movedAt; // of each d_k, when the slider came to it last
        double since = 0, longest = 0;   // since when the slider stands elsewhere than the picture
        Index moved = 1, painted = 1;
        QElapsedTimer clock;
        const auto now = [&clock] { return static_cast<double>(clock.nsecsElapsed()) / 1e6; };
        const auto changed = QObject::connect(&m_session, &Session::shownChanged, [&watch] { watch.painted.clear(); });
        const auto look = [&] {
            const Index dK = m_session.shown()->scene.source.dK;
            if (dK == painted || !isPainted(dK))
                return;
            const double time = now();
            ages.push_back(time - movedAt[dK]);
            longest = std::max(longest, time - since);
            since = time;
            painted = dK;
        };
        QEventLoop loop;
        QTimer mouse;
        mouse.setTimerType(Qt::PreciseTimer);
        QObject::connect(&mouse, &QTimer::timeout, [&] {
            const double time = now();
            if (time >= dragTime || stop.stop_requested())
                return loop.quit();
            if (const Index dK = dragged(time); dK != moved) {
                movedAt[dK] = time;
                if (moved == painted)
                    since = time;
                move(moved = dK);
            }
        });
        watch.afterUpdate = look;
        clock.start();
        mouse.start(mousePace);
        loop.exec();
        watch.afterUpdate = nullptr;
        QObject::disconnect(changed);
        if (stop.stop_requested())
            throw Cancelled();
        if (ages.empty())
            throw Error("The window painted nothing in ten seconds of dragging.");
        return {static_cast<int>(ages.size()), at(ages, 0.95), at(ages, 1), longest};
    }

    /// Back and forth over half of dK to one and a half, never twice the same.
    static Index valueAt(int i, Index dK) {
        const Index span = std::max<Index>(2, dK);
        const Index phase = (i + 1 + span / 2) % (2 * span);
        const Index offset = phase < span ? phase : 2 * span - phase;
        return std::clamp<Index>(dK - span / 2 + offset, 1, limits::dimension);
    }

    struct Tick {
        double first = 0, complete = 0; // milliseconds
    };

    Tick tick(Index dK) {
        PaintWatch& watch = *static_cast<PaintWatch*>(QCoreApplication::instance());
        QElapsedTimer clock;
        watch.painted.clear();
        const auto changed = QObject::connect(&m_session, &Session::shownChanged, [&watch] { watch.painted.clear(); });
        clock.start();
        move(dK);
        Tick result;
        const auto now = [&clock] { return static_cast<double>(clock.nsecsElapsed()) / 1e6; };
        const auto painted = [&] {
            if (!isPainted(dK))
                return false;
            if (result.first == 0)
                result.first = now();
            return m_session.shown()->coverage.complete();
        };
        waitUntil(painted, patience);
        result.complete = now();
        QObject::disconnect(changed);
        return result;
    }

    bool isShown(Index dK) const {
        const ShownPointer shown = m_session.shown();
        return shown && shown->scene.source.dK == dK;
    }

    bool isPainted(Index dK) const {
        const PaintWatch& watch = *static_cast<PaintWatch*>(QCoreApplication::instance());
        return isShown(dK) && std::all_of(m_watched.begin(), m_watched.end(),
                                          [&watch](const QWidget* widget) { return watch.painted.contains(widget); });
    }

    /// Runs the event loop; asks after each painting of the window and, for what is not painted, now and then.
    void waitUntil(const std::function<bool()>& reached, int milliseconds) {
        PaintWatch& watch = *static_cast<PaintWatch*>(QCoreApplication::instance());
        if (reached())
            return;
        QEventLoop loop;
        QTimer now, late;
        const auto check = [&] {
            if (reached())
                loop.quit();
        };
        watch.afterUpdate = check;
        QObject::connect(&now, &QTimer::timeout, check);
        QObject::connect(&late, &QTimer::timeout, &loop, [&loop] { loop.exit(1); });
        now.start(100);
        late.start(milliseconds);
        const int code = loop.exec();
        watch.afterUpdate = nullptr;
        if (code != 0)
            throw Error("The window was not painted within " + std::to_string(milliseconds / 1000) +
                        " seconds of a tick of the slider.");
    }

    QTemporaryDir m_folder;
    Session m_session;
    WindowState m_state;
    AppearanceSwitch m_appearance;
    MainWindow m_window;
    ValueControl* m_dK;
    std::vector<const QWidget*> m_watched;
};

} // namespace

std::vector<InteractiveCase> benchInteractive(std::span<const Index> sizes, Index dK, const std::stop_token& stop) {
    QApplication::setStyle(QStringLiteral("Fusion"));
    Headless<PaintWatch> application;
    Bench bench;
    std::vector<InteractiveCase> cases;
    for (const Index n : sizes)
        cases.push_back(bench.run(n, dK, stop));
    return cases;
}

} // namespace softscope
