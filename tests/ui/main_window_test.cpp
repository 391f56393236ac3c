#include "ui/main_window.h"

#include "core/scene/presets.h"
#include "core/scene/scene_json.h"
#include "tests/catch.h"
#include "tests/ui/support/wait.h"
#include "ui/appearance.h"
#include "ui/export/export_dialog.h"
#include "ui/export/figure.h"
#include "ui/heatmap/heatmap_view.h"
#include "ui/live_sentence.h"
#include "ui/message_bar.h"
#include "ui/panels/number_field.h"
#include "ui/status_line.h"
#include "ui/theme.h"
#include "ui/window_state.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QDockWidget>
#include <QDropEvent>
#include <QLineEdit>
#include <QMenuBar>
#include <QMimeData>
#include <QSignalSpy>
#include <QSlider>
#include <QStatusBar>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QToolButton>
#include <QUrl>

using namespace softscope;
using namespace softscope::test;

namespace {

/// The window with all that it needs, on settings of its own.
struct Fixture {
    QTemporaryDir folder;
    WindowState state{StatePlaces::in(folder.path())};
    AppearanceSwitch appearance{Appearance::light};
    Session session;
    std::unique_ptr<MainWindow> window;

    explicit Fixture(const Scene& scene = preset(firstPreset).scene) {
        session.reset(scene, {});
        window = std::make_unique<MainWindow>(&session, &state, &appearance);
        window->show();
    }
    QString message() const { return window->findChild<MessageBar*>()->sentence(); }
    void drop(const QString& file) const {
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile(file)});
        QDragEnterEvent enter({50, 50}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(window.get(), &enter);
        REQUIRE(enter.isAccepted());
        QDropEvent event({50, 50}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(window.get(), &event);
    }
};

QAction* actionOf(const MainWindow& window, const QKeySequence& keys) {
    for (QAction* action : window.findChildren<QAction*>()) {
        if (action->shortcuts().contains(keys))
            return action;
    }
    return nullptr;
}

} // namespace

TEST_CASE("The window opens, shows a picture and leaves nothing behind", "[main_window]") {
    Fixture f;
    REQUIRE(settle(f.session));
    CHECK(f.session.shown()->head->nQ() == 27);
    CHECK(f.message().isEmpty());
    CHECK_FALSE(f.window->windowTitle().isEmpty());
    CHECK_FALSE(f.window->isWindowModified());
}

TEST_CASE("The window fits into 900 pixels", "[main_window]") {
    Fixture f;
    f.window->resize(900, 700);
    REQUIRE(settle(f.session));
    CHECK(f.window->width() == 900);
    CHECK(f.window->minimumSizeHint().width() <= 900);
    CHECK(f.window->minimumSizeHint().height() <= 700);
}

TEST_CASE("A drag of d_k on the bar is one step", "[main_window]") {
    Fixture f;
    REQUIRE(settle(f.session));
    const Index before = f.session.scene().source.dK;
    auto* const control = f.window->findChild<QWidget*>("top")->findChild<QWidget*>("dK");
    REQUIRE(control);
    auto* const slider = control->findChild<QSlider*>();
    REQUIRE(slider);
    const QPoint start(slider->width() / 2, slider->height() / 2);
    QTest::mousePress(slider, Qt::LeftButton, {}, start);
    for (int step = 1; step <= 20; ++step)
        QTest::mouseMove(slider, start + QPoint(step * 3, 0));
    QTest::mouseRelease(slider, Qt::LeftButton, {}, start + QPoint(60, 0));
    REQUIRE(settle(f.session));
    CHECK(f.session.scene().source.dK != before);
    CHECK(f.session.shown()->head->dK() == f.session.scene().source.dK);
    CHECK(f.window->isWindowModified());
    actionOf(*f.window, QKeySequence::Undo)->trigger();
    REQUIRE(settle(f.session));
    CHECK(f.session.scene().source.dK == before);
    CHECK_FALSE(f.session.canUndo());
}

TEST_CASE("S switches the scale, but not while one types", "[main_window]") {
    Fixture f;
    f.window->activateWindow();
    REQUIRE(QTest::qWaitForWindowActive(f.window.get()));
    f.window->setFocus();
    QTest::keyClick(f.window.get(), Qt::Key_S);
    CHECK(f.session.scene().softmax.scale.kind == ScaleKind::none);
    QTest::keyClick(f.window.get(), Qt::Key_S);
    CHECK(f.session.scene().softmax.scale.kind == ScaleKind::sqrt);
    QTest::keyClick(f.window.get(), Qt::Key_C);
    CHECK(f.session.scene().view.compare);
    auto* const field = f.window->findChild<NumberField*>("tokens");
    REQUIRE(field);
    field->setFocus();
    field->selectAll();
    QTest::keyClicks(field, "12");
    QTest::keyClick(field, Qt::Key_S);
    QTest::keyClick(field, Qt::Key_C);
    CHECK(f.session.scene().softmax.scale.kind == ScaleKind::sqrt);
    CHECK(f.session.scene().view.compare);
}

TEST_CASE("A number box gives the keys back: after Enter, a step, a click elsewhere", "[main_window]") {
    Fixture f;
    f.window->activateWindow();
    REQUIRE(QTest::qWaitForWindowActive(f.window.get()));
    auto* const field = f.window->findChild<NumberField*>("tokens");
    field->setFocus();
    field->selectAll();
    QTest::keyClicks(field, "12");
    QTest::keyClick(field, Qt::Key_Return);
    CHECK(f.session.scene().source.tokens == 12);
    CHECK_FALSE(field->hasFocus());
    QTest::keyClick(f.window.get(), Qt::Key_S);
    CHECK(f.session.scene().softmax.scale.kind == ScaleKind::none);

    field->setFocus();
    QTest::keyClick(field, Qt::Key_Up);
    QTest::keyClick(field, Qt::Key_S);
    CHECK(f.session.scene().softmax.scale.kind == ScaleKind::sqrt);

    QTest::keyClicks(field, "3");
    auto* const sentence = f.window->findChild<LiveSentence*>();
    QTest::mouseClick(sentence, Qt::LeftButton);
    CHECK_FALSE(field->hasFocus());
    QTest::keyClick(QApplication::focusWidget() ? QApplication::focusWidget() : f.window.get(), Qt::Key_S);
    CHECK(f.session.scene().softmax.scale.kind == ScaleKind::none);

    field->setFocus();
    QTest::keyClicks(field, "4");
    QTest::mouseClick(f.window->findChild<StatusLine*>(), Qt::LeftButton);
    CHECK_FALSE(field->hasFocus());
}

TEST_CASE("Ctrl+E exports from within a field", "[main_window]") {
    Fixture f;
    f.window->activateWindow();
    REQUIRE(QTest::qWaitForWindowActive(f.window.get()));
    for (QWidget* field : {static_cast<QWidget*>(f.window->findChild<NumberField*>("tokens")),
                           static_cast<QWidget*>(f.window->findChild<QLineEdit*>("seed"))}) {
        REQUIRE(field);
        field->setFocus();
        QTest::keyClicks(field, "1");
        QTest::keyClick(field, Qt::Key_E, Qt::ControlModifier);
        auto* const dialog = f.window->findChild<ExportDialog*>();
        REQUIRE(dialog);
        delete dialog;
    }
}

TEST_CASE("The charts get their height back when the window does", "[main_window]") {
    Fixture f;
    REQUIRE(QTest::qWaitForWindowExposed(f.window.get()));
    REQUIRE(settle(f.session));
    auto* const charts = f.window->findChild<QDockWidget*>("charts");
    const int height = charts->height();
    REQUIRE(height > 200);
    for (int round = 0; round < 2; ++round) {
        f.window->resize(900, 600);
        CHECK(waitFor([&] { return charts->height() < height; })); // a window manager takes its time
        f.window->resize(1440, 900);
        CHECK(waitFor([&] { return std::abs(charts->height() - height) <= 2; }));
    }
    // Step by step, as a person drags the window's corner.
    for (int h = 900; h >= 600; h -= 20)
        f.window->resize(1440, h);
    for (int h = 600; h <= 900; h += 20)
        f.window->resize(1440, h);
    CHECK(waitFor([&] { return std::abs(charts->height() - height) <= 2; }));
}

TEST_CASE("A message moves nothing, is read whole and hides nothing above it", "[main_window]") {
    Fixture f;
    REQUIRE(QTest::qWaitForWindowExposed(f.window.get()));
    REQUIRE(settle(f.session));
    auto* const bar = f.window->findChild<MessageBar*>();
    const QString sentence = QStringLiteral("The file cannot be read, it is shorter than it says. ");
    for (const QSize& size : {QSize(900, 700), QSize(1440, 900)}) {
        f.window->resize(size);
        QTest::qWait(50);
        REQUIRE(settle(f.session));
        const auto places = [&] {
            std::vector<QRect> all;
            for (const HeatmapView* view : f.window->findChildren<HeatmapView*>())
                all.emplace_back(view->mapTo(f.window.get(), QPoint()), view->size());
            return all;
        };
        const auto before = places();
        for (const int repeated : {1, 2, 12}) {
            f.window->warn(sentence.repeated(repeated));
            QTest::qWait(20);
            CHECK(places() == before);
            CHECK(bar->height() >= bar->heightForWidth(bar->width()));
            CHECK(bar->width() == bar->parentWidget()->width());
            CHECK(bar->visibleRegion().boundingRect() == bar->rect()); // within the centre, below the bar at the top
            auto* const close = bar->findChild<QToolButton*>();
            CHECK(bar->rect().contains(close->geometry()));
            const QRect told(bar->mapTo(bar->parentWidget(), QPoint()), bar->size());
            const QRect seen = f.window->findChild<LiveSentence*>()->geometry();
            CHECK((!told.intersects(seen) || told.contains(seen))); // never a part of the sentence
            close->click();
            QTest::qWait(20);
            CHECK(places() == before);
        }
    }
    // A high window has a line for it, so that a hint stands beside the sentence.
    f.window->tell("Drag the slider.");
    CHECK_FALSE(bar->geometry().intersects(f.window->findChild<LiveSentence*>()->geometry()));
}

TEST_CASE("Compare has maps to look at in a small window", "[main_window]") {
    Fixture f;
    f.window->resize(900, 700);
    REQUIRE(QTest::qWaitForWindowExposed(f.window.get()));
    REQUIRE(settle(f.session));
    auto* const charts = f.window->findChild<QDockWidget*>("charts");
    const int height = charts->height();
    f.session.edit("compare", [](Scene& scene) { scene.view.compare = true; });
    QTest::qWait(50);
    REQUIRE(settle(f.session));
    const auto views = f.window->findChildren<HeatmapView*>();
    REQUIRE(views.size() == 6);
    for (const HeatmapView* view : views) {
        CHECK(view->width() >= 80);
        CHECK(view->height() >= 80);
    }
    CHECK(charts->height() < height);
    f.session.undo();
    QTest::qWait(50);
    CHECK(charts->height() == height);
    REQUIRE(settle(f.session));
}

TEST_CASE("A height that a person gave the charts stays, with Compare too", "[main_window]") {
    Fixture f;
    REQUIRE(QTest::qWaitForWindowExposed(f.window.get()));
    REQUIRE(settle(f.session));
    auto* const charts = f.window->findChild<QDockWidget*>("charts");
    const QPoint edge = charts->mapTo(f.window.get(), QPoint(charts->width() / 2, -2));
    const int before = charts->height();
    QTest::mousePress(f.window.get(), Qt::LeftButton, {}, edge);
    QTest::mouseMove(f.window.get(), edge - QPoint(0, 20));
    QTest::mouseMove(f.window.get(), edge - QPoint(0, 40));
    QTest::qWait(50);
    QTest::mouseRelease(f.window.get(), Qt::LeftButton, {}, edge - QPoint(0, 40));
    QTest::qWait(50);
    const int held = charts->height();
    REQUIRE(held > before);
    f.session.edit("compare", [](Scene& scene) { scene.view.compare = true; });
    QTest::qWait(50);
    CHECK(charts->height() == held);
    f.window->resetLayout();
    QTest::qWait(50);
    CHECK(charts->height() < held);
    REQUIRE(settle(f.session));
}

TEST_CASE("A hint goes when another source comes and follows the preset", "[main_window]") {
    Fixture f;
    f.window->tell("look at the sentence");
    f.session.edit("seed", [](Scene& scene) { scene.source.seed = 5; });
    CHECK(f.message() == "look at the sentence");
    auto* const sources = f.window->findChild<QComboBox*>("source");
    const int row = sources->findData("softcap"); // it has the same labels
    REQUIRE(row >= 0);
    sources->setCurrentIndex(row);
    emit sources->activated(row);
    CHECK(f.message() == QString::fromStdString(preset("softcap").sentence).replace("d_k", QString::fromUtf8("dₖ")));
    f.session.edit("source", [](Scene& scene) { scene.source.kind = SourceKind::projection; });
    CHECK(f.message().isEmpty());
    REQUIRE(settle(f.session));
}

TEST_CASE("No two actions share a key", "[main_window]") {
    Fixture f;
    QStringList keys;
    for (const QAction* action : f.window->findChildren<QAction*>()) {
        for (const QKeySequence& sequence : action->shortcuts())
            keys << sequence.toString();
    }
    CHECK(keys.size() > 10);
    CHECK(keys.removeDuplicates() == 0);
}

TEST_CASE("Every menu opens without a complaint", "[main_window]") {
    Fixture f;
    REQUIRE(settle(f.session));
    for (auto* menu : f.window->menuBar()->findChildren<QMenu*>()) {
        emit menu->aboutToShow();
        for (const QAction* action : menu->actions())
            CHECK((action->isSeparator() || !action->text().isEmpty()));
    }
    CHECK(f.message().isEmpty());
}

TEST_CASE("What is dropped is opened, what is broken is one sentence", "[main_window]") {
    Fixture f;
    REQUIRE(settle(f.session));
    Scene scene;
    scene.source.seed = 4711;
    const QString file = f.folder.filePath("dropped.json");
    writeScene(file.toStdString(), scene);
    f.drop(file);
    REQUIRE(settle(f.session));
    CHECK(f.session.scene() == scene);
    CHECK(f.window->windowTitle().contains("dropped.json"));
    CHECK(f.state.recentFiles().files() == QStringList{file});

    QFile broken(f.folder.filePath("broken.json"));
    REQUIRE(broken.open(QIODevice::WriteOnly));
    broken.write("{ \"format\": ");
    broken.close();
    f.drop(broken.fileName());
    REQUIRE(settle(f.session));
    CHECK(f.message().contains("broken.json"));
    CHECK(f.session.scene() == scene);
}

TEST_CASE("The state at closing is the state at the next start", "[main_window]") {
    Fixture f;
    f.session.edit("seed", [](Scene& scene) { scene.source.seed = 123; });
    const Scene scene = f.session.scene();
    auto* const charts = f.window->findChild<QDockWidget*>("charts");
    REQUIRE(charts);
    charts->toggleViewAction()->trigger();
    CHECK_FALSE(charts->isVisible());
    f.window->findChild<QTabWidget*>()->setCurrentIndex(2);
    f.window->resize(1000, 720);
    f.window->close();
    f.window.reset();
    {
        const WindowState finished(StatePlaces::in(f.folder.path())); // its destruction waits for what is written
    }
    REQUIRE(waitFor([&] { return readLastScene(StatePlaces::in(f.folder.path())).scene == std::optional(scene); }));

    f.window = std::make_unique<MainWindow>(&f.session, &f.state, &f.appearance);
    f.window->show();
    CHECK(f.window->size() == QSize(1000, 720));
    CHECK_FALSE(f.window->findChild<QDockWidget*>("charts")->isVisible());
    CHECK(f.window->findChild<QTabWidget*>()->currentIndex() == 2);
    f.window->resetLayout();
    CHECK(f.window->findChild<QDockWidget*>("charts")->isVisible());
    CHECK(f.window->findChild<QTabWidget*>()->currentIndex() == 0);
}

TEST_CASE("Hover shows a cell, a click selects it in every map", "[main_window]") {
    Fixture f;
    REQUIRE(QTest::qWaitForWindowExposed(f.window.get()));
    REQUIRE(settle(f.session));
    const auto views = f.window->findChildren<HeatmapView*>();
    REQUIRE(views.size() >= 3);
    HeatmapView* const view = views.front();
    const QPoint place = view->centerOf({4, 9}).toPoint();
    QTest::mouseMove(view, place - QPoint(1, 1));
    QTest::mouseMove(view, place);
    CHECK(waitFor([&] { return view->hoveredCell() == MapCell{4, 9}; }));
    QTest::mouseClick(view, Qt::LeftButton, {}, place);
    CHECK(f.session.scene().selection == Selection{4, 9});
    CHECK_FALSE(f.session.canUndo());
    REQUIRE(settle(f.session));
    CHECK(f.session.shown()->frame.selected->row == 4);
}

TEST_CASE("A figure that was exported and is dropped on the window brings the state back", "[main_window]") {
    Fixture f;
    f.session.edit("seed", [](Scene& scene) { scene.source.seed = 31; });
    actionOf(*f.window, QKeySequence(Qt::CTRL | Qt::Key_E))->trigger();
    auto* const dialog = f.window->findChild<ExportDialog*>();
    REQUIRE(dialog);
    const QString file = f.folder.filePath("figure.svg");
    QSignalSpy written(dialog, &ExportDialog::written);
    dialog->exportTo(file);
    REQUIRE(waitFor([&] { return written.count() == 1; })); // then it closes itself
    const Source source = f.session.scene().source;
    f.session.edit("seed", [](Scene& scene) { scene.source.seed = 32; });
    f.drop(file);
    REQUIRE(settle(f.session));
    CHECK(f.session.scene().source == source);
    f.session.undo();
    CHECK(f.session.scene().source.seed == 32);
}

TEST_CASE("Light and dark follow the choice", "[main_window]") {
    Fixture f;
    f.appearance.choose(Appearance::dark);
    CHECK(waitFor([&] { return theme::isDark(f.window->palette()); }));
    REQUIRE(settle(f.session));
    f.appearance.choose(Appearance::light);
    CHECK(waitFor([&] { return !theme::isDark(f.window->palette()); }));
}

TEST_CASE("Every control can be named by a screen reader", "[main_window]") {
    Fixture f;
    for (const auto* slider : f.window->findChildren<QAbstractSlider*>()) {
        if (qobject_cast<const QSlider*>(slider)) {
            INFO(qPrintable(slider->objectName()) << " in " << slider->parentWidget()->metaObject()->className());
            CHECK_FALSE(slider->accessibleName().isEmpty());
        }
    }
}

TEST_CASE("A window that is closed in the middle of an evaluation goes cleanly", "[main_window]") {
    Scene scene;
    scene.source.tokens = 3000;
    const QTemporaryDir folder;
    int letters = 0;
    {
        WindowState state(StatePlaces::in(folder.path()));
        AppearanceSwitch appearance(Appearance::light);
        Session session;
        session.reset(scene, {});
        MainWindow window(&session, &state, &appearance);
        window.show();
        window.close();
        QObject::connect(&session, &Session::shownChanged, [&] { ++letters; });
        QObject::connect(&session, &Session::failed, [&] { ++letters; });
    }
    QCoreApplication::sendPostedEvents();
    CHECK(letters == 0);
    const LastScene last = readLastScene(StatePlaces::in(folder.path()));
    CHECK(last.problem.isEmpty());
    CHECK(last.scene == std::optional(scene));
}

TEST_CASE("New keeps what was not saved: undo brings it back", "[main_window]") {
    Fixture f;
    f.session.edit("seed", [](Scene& scene) { scene.source.seed = 77; });
    const Scene unsaved = f.session.scene();
    actionOf(*f.window, QKeySequence::New)->trigger();
    CHECK(f.session.scene().source.seed != 77);
    CHECK_FALSE(f.window->isWindowModified());
    actionOf(*f.window, QKeySequence::Undo)->trigger();
    CHECK(f.session.scene() == unsaved);
    CHECK(f.window->isWindowModified());
}

TEST_CASE("Copy image takes the map that was clicked, as it is on screen", "[main_window]") {
    Fixture f;
    REQUIRE(settle(f.session));
    f.session.edit("map", [](Scene& scene) { scene.view.places[0].map = MapName::scores; });
    REQUIRE(settle(f.session));
    HeatmapView* const view = f.window->findChildren<HeatmapView*>().front();
    QTest::mouseClick(view, Qt::LeftButton, {}, view->centerOf({2, 2}).toPoint());
    QGuiApplication::clipboard()->clear();
    actionOf(*f.window, QKeySequence::Copy)->trigger();
    const QString png = QStringLiteral("image/png");
    REQUIRE(waitFor([&] {
        const QMimeData* const data = QGuiApplication::clipboard()->mimeData();
        return data && data->hasFormat(png);
    }));
    QFile file(f.folder.filePath("pasted.png"));
    REQUIRE(file.open(QIODevice::WriteOnly));
    file.write(QGuiApplication::clipboard()->mimeData()->data(png));
    file.close();
    const std::optional<Scene> pasted = sceneInFigure(file.fileName().toStdString());
    REQUIRE(pasted);
    CHECK(pasted->figure.place == f.session.scene().view.places[0]);
}

TEST_CASE("Copying is said in the status bar", "[main_window]") {
    Fixture f;
    REQUIRE(settle(f.session));
    actionOf(*f.window, QKeySequence::Copy)->trigger();
    CHECK(waitFor([&] { return f.window->statusBar()->currentMessage() == "Copied the map as a picture."; }));
    actionOf(*f.window, QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C))->trigger();
    CHECK(waitFor([&] { return f.window->statusBar()->currentMessage().startsWith("Copied the numbers"); }));
}
