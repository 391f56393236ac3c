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
#include <set>

namespace softscope {

namespace {

constexpr int ticks = 200;
constexpr int patience = 10'000; // milliseconds for one tick
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
        m_dK->slider()->setSliderDown(false);
        const auto at = [](std::vector<double>& all, double share) {
            std::sort(all.begin(), all.end());
            return all[static_cast<std::size_t>(share * static_cast<double>(all.size() - 1) + 0.5)];
        };
        return {n, at(times, 0.5), at(times, 0.95), at(times, 1), at(first, 0.95)};
    }

private:
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
        m_dK->slider()->setNumber(static_cast<double>(dK));
        emit m_dK->slider()->moved(static_cast<double>(dK)); // what the slider does when the mouse has moved its handle
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

    bool isPainted(Index dK) const {
        const PaintWatch& watch = *static_cast<PaintWatch*>(QCoreApplication::instance());
        const ShownPointer shown = m_session.shown();
        return shown && shown->scene.source.dK == dK &&
               std::all_of(m_watched.begin(), m_watched.end(),
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
