#include "ui/session.h"

#include "core/base/resources.h"
#include "core/scene/scene_json.h"
#include "tests/catch.h"
#include "tests/ui/support/wait.h"

#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>

using namespace softscope;
using namespace softscope::test;

namespace {

void setDK(Session& session, Index dK, const QString& gesture = {}) {
    session.edit(
        "d_k", [dK](Scene& scene) { scene.source.dK = dK; }, gesture);
}

Scene smallScene() {
    Scene scene;
    scene.source.tokens = 24;
    scene.source.dK = 16;
    return scene;
}

} // namespace

TEST_CASE("An edit is evaluated, shown and can be taken back", "[session]") {
    Session session;
    session.reset(smallScene(), {});
    REQUIRE(settle(session));
    REQUIRE(session.shown());
    CHECK(session.shown()->scene == session.scene());
    setDK(session, 32);
    CHECK(session.isModified());
    REQUIRE(settle(session));
    CHECK(session.shown()->head->dK() == 32);
    CHECK(session.undoText() == "d_k");
    session.undo();
    REQUIRE(settle(session));
    CHECK(session.shown()->head->dK() == 16);
    CHECK_FALSE(session.isModified());
    session.redo();
    REQUIRE(settle(session));
    CHECK(session.shown()->head->dK() == 32);
}

TEST_CASE("A drag is one step and its last value is what is shown in the end", "[session]") {
    Session session;
    session.reset(smallScene(), {});
    for (Index dK = 17; dK <= 200; ++dK)
        setDK(session, dK, "drag");
    session.endGesture();
    REQUIRE(settle(session));
    CHECK(session.shown()->head->dK() == 200);
    session.undo();
    CHECK(session.scene() == smallScene());
    CHECK_FALSE(session.canUndo());
}

TEST_CASE("What is shown only ever gets newer", "[session]") {
    Session session;
    session.reset(smallScene(), {});
    std::vector<std::uint64_t> numbers;
    QObject::connect(&session, &Session::shownChanged, [&] { numbers.push_back(session.shown()->number); });
    for (Index dK = 1; dK <= 60; ++dK) {
        setDK(session, dK);
        QCoreApplication::sendPostedEvents();
    }
    REQUIRE(settle(session));
    REQUIRE_FALSE(numbers.empty());
    CHECK(std::is_sorted(numbers.begin(), numbers.end(), std::less_equal<>()));
    CHECK(session.shown()->head->dK() == 60);
}

TEST_CASE("A change that is refused is not made and says why", "[session]") {
    Session session;
    session.reset(smallScene(), {});
    QSignalSpy failed(&session, &Session::failed);
    session.edit("temperature", [](Scene& scene) { scene.softmax.temperature = -1; });
    REQUIRE(failed.count() == 1);
    CHECK(failed.front().front().toString().contains("temperature"));
    CHECK(session.scene() == smallScene());
    CHECK_FALSE(session.canUndo());
}

TEST_CASE("When an evaluation fails, the last good result stays", "[session]") {
    Session session;
    session.reset(smallScene(), {});
    REQUIRE(settle(session));
    const ShownPointer before = session.shown();
    QSignalSpy failed(&session, &Session::failed);
    session.edit("source", [](Scene& scene) {
        scene.source.kind = SourceKind::tensors;
        scene.source.tensors.path = "/nowhere/at all.safetensors";
    });
    REQUIRE(settle(session));
    REQUIRE(failed.count() == 1);
    CHECK_FALSE(failed.front().front().toString().isEmpty());
    CHECK(session.shown() == before);
    session.undo();
    REQUIRE(settle(session));
    CHECK(session.shown()->number > before->number);
}

TEST_CASE("Another document is one step, and undo brings the former one back as it was", "[session]") {
    const QTemporaryDir folder;
    const QString mine = folder.filePath("mine.json"), other = folder.filePath("other.json");
    Scene otherScene = smallScene();
    otherScene.source.seed = 99;
    writeScene(other.toStdString(), otherScene);
    Session session;
    session.reset(smallScene(), mine);
    setDK(session, 32);
    const Scene unsaved = session.scene();
    CHECK(session.isModified());

    session.open(other);
    REQUIRE(settle(session));
    CHECK(session.scene() == otherScene);
    CHECK(session.file() == other);
    CHECK_FALSE(session.isModified());
    session.start("new session", smallScene(), {});
    CHECK(session.file().isEmpty());
    CHECK_FALSE(session.isModified());

    CHECK(session.undoText() == "new session");
    session.undo();
    CHECK(session.scene() == otherScene);
    CHECK(session.file() == other);
    CHECK(session.undoText().contains("other.json"));
    session.undo();
    CHECK(session.scene() == unsaved);
    CHECK(session.file() == mine);
    CHECK(session.isModified());
    session.undo();
    CHECK_FALSE(session.isModified());
    session.redo();
    session.redo();
    CHECK(session.file() == other);
    CHECK_FALSE(session.isModified());
    REQUIRE(settle(session));
}

TEST_CASE("What is saved is the document that was there, not one opened meanwhile", "[session]") {
    const QTemporaryDir folder;
    const QString file = folder.filePath("saved.json");
    Session session;
    session.reset(smallScene(), {});
    setDK(session, 32);
    QSignalSpy saved(&session, &Session::saved);
    session.save(file);
    session.start("new session", smallScene(), {});
    setDK(session, 48);
    REQUIRE(settle(session));
    REQUIRE(saved.count() == 1);
    CHECK(session.file().isEmpty());
    CHECK(session.isModified());
    CHECK(readScene(file.toStdString()).source.dK == 32);
    session.undo();
    session.undo();
    CHECK(session.file() == file);
    CHECK_FALSE(session.isModified());
    session.undo();
    CHECK(session.file() == file);
    CHECK(session.isModified());
    REQUIRE(settle(session));
}

TEST_CASE("Save never writes a tensor file's head over the session that was open before", "[session]") {
    Session session;
    session.reset(smallScene(), "/nowhere/mine.json");
    session.open(QString::fromStdString((resourceFolder() / "heads" / "minilm.safetensors").string()));
    REQUIRE(settle(session));
    REQUIRE(session.scene().source.kind == SourceKind::tensors);
    CHECK(session.file().isEmpty());
    session.undo();
    CHECK(session.file() == "/nowhere/mine.json");
    CHECK(session.scene() == smallScene());
    REQUIRE(settle(session));
}

TEST_CASE("A file opened on top of another Scene takes its softmax and view, not the present ones", "[session]") {
    Session session;
    Scene present = smallScene();
    present.softmax.temperature = 3;
    session.reset(present, {});
    session.openOnto(QString::fromStdString((resourceFolder() / "heads" / "minilm.safetensors").string()), Scene());
    REQUIRE(settle(session));
    REQUIRE(session.scene().source.kind == SourceKind::tensors);
    CHECK(session.scene().softmax == Softmax());
    session.undo();
    CHECK(session.scene() == present);
    REQUIRE(settle(session));
}

TEST_CASE("A look that is refused is not made and says why", "[session]") {
    Session session;
    session.reset(smallScene(), {});
    QSignalSpy failed(&session, &Session::failed);
    session.look([](Scene& scene) { scene.figure.title = std::string(100'000, 'x'); });
    REQUIRE(failed.count() == 1);
    CHECK(failed.front().front().toString().contains("figure.title"));
    CHECK(session.scene() == smallScene());
    REQUIRE(settle(session));
}

TEST_CASE("Looking about makes no step, no modification, and shows the row", "[session]") {
    Session session;
    session.reset(smallScene(), {});
    session.look([](Scene& scene) { scene.selection = {5, 3}; });
    CHECK_FALSE(session.canUndo());
    CHECK_FALSE(session.isModified());
    REQUIRE(settle(session));
    REQUIRE(session.shown()->frame.selected);
    CHECK(session.shown()->frame.selected->row == 5);
}

TEST_CASE("Fewer tokens bring the selection inside", "[session]") {
    Session session;
    session.reset(smallScene(), {});
    session.look([](Scene& scene) { scene.selection = {20, 23}; });
    session.edit("n", [](Scene& scene) { scene.source.tokens = 4; });
    CHECK(session.scene().selection == Selection{3, 3});
    REQUIRE(settle(session));
    CHECK(session.shown()->frame.rows.size() == 4);
}

TEST_CASE("The curve against d_k comes after the maps and stays while d_k moves", "[session]") {
    Session session;
    session.reset(smallScene(), {});
    REQUIRE(settle(session));
    REQUIRE(session.curve());
    CHECK(session.curve()->available);
    const auto before = session.curve();
    setDK(session, 99);
    REQUIRE(settle(session));
    CHECK(session.curve() == before);
    session.edit("temperature", [](Scene& scene) { scene.softmax.temperature = 2; });
    REQUIRE(settle(session));
    CHECK(session.curve() != before);
}

TEST_CASE("A window closed in the middle of an evaluation leaves nothing behind", "[session]") {
    const QTemporaryDir folder;
    for (int wait = 0; wait < 6; ++wait) {
        const QString file = folder.filePath(QString::number(wait));
        int letters = 0;
        Scene scene;
        scene.source.tokens = 3000;
        {
            Session session;
            session.reset(scene, {});
            session.open("/nowhere/nothing.json");
            session.save(file);
            QTest::qWait(wait * 4);
            QObject::connect(&session, &Session::shownChanged, [&] { ++letters; });
            QObject::connect(&session, &Session::failed, [&] { ++letters; });
            QObject::connect(&session, &Session::saved, [&] { ++letters; });
        }
        QCoreApplication::sendPostedEvents();
        CHECK(letters == 0);
        CHECK(readScene(file.toStdString()) == scene); // what was to be saved is, whole
    }
}

TEST_CASE("A lock keeps the colours of a place while values change", "[session]") {
    Session session;
    session.reset(smallScene(), {});
    REQUIRE(settle(session));
    const ColorScale before = session.shown()->maps[1].picture.scale;
    session.setRangeLocked(1, true);
    CHECK(session.isRangeLocked(1));
    setDK(session, 300);
    session.edit("scale", [](Scene& scene) { scene.softmax.scale.kind = ScaleKind::none; });
    REQUIRE(settle(session));
    CHECK(session.shown()->maps[1].picture.scale == before);
    session.setRangeLocked(1, false);
    REQUIRE(settle(session));
    CHECK(session.shown()->maps[1].picture.scale.high > before.high);
}

TEST_CASE("A lock goes with the map that it was made for", "[session]") {
    Session session;
    session.reset(smallScene(), {});
    REQUIRE(settle(session));
    session.setRangeLocked(0, true);
    QSignalSpy locks(&session, &Session::locksChanged);
    session.edit("map", [](Scene& scene) { scene.view.places[0].map = MapName::jacobianDiagonal; });
    CHECK_FALSE(session.isRangeLocked(0));
    CHECK(locks.count() == 1);
}

TEST_CASE("A smaller budget pools, a larger one does not evaluate again for nothing", "[session]") {
    Session session;
    session.reset(smallScene(), {});
    REQUIRE(settle(session));
    QSignalSpy shown(&session, &Session::shownChanged);
    session.setCellBudget({700, 900});
    REQUIRE(settle(session));
    CHECK(shown.count() == 0);
    session.setCellBudget({12, 8});
    REQUIRE(settle(session));
    CHECK(session.shown()->maps[0].map.poolRows == 2);
    CHECK(session.shown()->maps[0].map.poolCols == 3);
}

TEST_CASE("A long sequence shows its first rows, and cancelling keeps what has come and says how much", "[session]") {
    Session session;
    session.reset(smallScene(), {});
    REQUIRE(settle(session));
    QStringList failures;
    QObject::connect(&session, &Session::failed, [&](const QString& sentence) { failures.append(sentence); });
    session.edit("n", [](Scene& scene) { scene.source.tokens = 60'000; });
    REQUIRE(waitFor([&] { return session.shown()->head->nK() == 60'000; }));
    CHECK_FALSE(session.shown()->coverage.complete());
    CHECK_FALSE(session.idle());
    session.cancel();
    const ShownPointer part = session.shown();
    REQUIRE(failures.size() == 1);
    CHECK(failures.front() ==
          QStringLiteral("Stopped. The maps show %1 of 60000 query rows; any change computes again.")
              .arg(part->coverage.rows));
    session.undo();
    REQUIRE(settle(session));
    CHECK(session.shown()->scene == smallScene());
    CHECK(session.shown()->coverage.complete());
}

TEST_CASE("Cancel stops, keeps what is shown, and the session goes on", "[session]") {
    Session session;
    session.reset(smallScene(), {});
    REQUIRE(settle(session));
    const ShownPointer before = session.shown();
    session.edit("n", [](Scene& scene) { scene.source.tokens = 30'000; });
    session.cancel();
    REQUIRE(settle(session));
    CHECK(session.shown() == before);
    session.undo();
    REQUIRE(settle(session));
    CHECK(session.shown()->scene == smallScene());
}
