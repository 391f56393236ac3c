#include "ui/menus/backend_menu.h"

#include "core/engine/backends.h"
#include "tests/catch.h"
#include "tests/ui/support/wait.h"
#include "ui/status_line.h"
#include "ui/window_state.h"

#include <QSignalSpy>
#include <QTemporaryDir>

using namespace softscope;
using namespace softscope::test;

namespace {

QAction* checkedOf(const QMenu& menu) {
    QAction* found = nullptr;
    for (QAction* action : menu.actions())
        if (action->isChecked()) {
            CHECK(found == nullptr);
            found = action;
        }
    return found;
}

QAction* actionOf(const QMenu& menu, const QString& text) {
    for (QAction* action : menu.actions())
        if (action->text().remove(QLatin1Char('&')) == text)
            return action;
    return nullptr;
}

} // namespace

TEST_CASE("The menu chooses where maps are computed, and it is remembered", "[backend_menu]") {
    const QTemporaryDir folder;
    qputenv("OCL_ICD_VENDORS", folder.path().toUtf8()); // no driver is there
    Backends backends("/nonexistent", {}, true);
    Session session(nullptr, &backends);
    QSignalSpy failed(&session, &Session::failed);
    {
        WindowState state(StatePlaces::in(folder.path()));
        BackendMenu menu(&session, &state);
        REQUIRE(checkedOf(menu) == actionOf(menu, "The faster one"));
        QAction* const processor = actionOf(menu, "The processor");
        REQUIRE(processor);
        processor->trigger();
        CHECK(backends.choice() == BackendChoice{BackendKind::cpu, std::nullopt});
        CHECK(state.backend() == backends.choice());
        REQUIRE(settle(session));
        CHECK(session.shown()->frame.backend == "cpu");
        CHECK(failed.isEmpty());
    }
    WindowState state(StatePlaces::in(folder.path()));
    CHECK(state.backend() == BackendChoice{BackendKind::cpu, std::nullopt});
    BackendMenu menu(&session, &state);
    CHECK(checkedOf(menu) == actionOf(menu, "The processor"));

    // A device that cannot be had is said once, and the processor computes.
    QAction* const device = actionOf(menu, "The first OpenCL device");
    REQUIRE(device);
    device->trigger();
    REQUIRE(settle(session));
    session.edit("n", [](Scene& scene) { scene.source.tokens = 5; });
    REQUIRE(settle(session));
    CHECK(session.shown()->frame.rows.size() == 5);
    CHECK(session.shown()->frame.backend == "cpu");
    REQUIRE(failed.size() == 1);
    CHECK(failed.front().front().toString().startsWith("The CPU computes: "));
    qunsetenv("OCL_ICD_VENDORS");
}

TEST_CASE("The status bar names the backend", "[status_line]") {
    Frame frame;
    CHECK(backendText(frame) == "CPU");
    frame.backend = "opencl:0";
    CHECK(backendText(frame) == "OpenCL");
    frame.backend = "opencl:12";
    CHECK(backendText(frame) == "OpenCL:12");
}
