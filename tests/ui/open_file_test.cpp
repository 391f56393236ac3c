#include "ui/open_file.h"

#include "core/base/error.h"
#include "core/scene/scene_json.h"
#include "tests/catch.h"
#include "tests/ui/support/wait.h"
#include "ui/export/figure.h"

#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>

#include <sys/stat.h>

using namespace softscope;
using namespace softscope::test;

namespace {

std::filesystem::path write(const QTemporaryDir& folder, const QString& name, const QByteArray& bytes) {
    QFile file(folder.filePath(name));
    REQUIRE(file.open(QIODevice::WriteOnly));
    file.write(bytes);
    return file.fileName().toStdString();
}

std::string refusal(const std::filesystem::path& file) {
    try {
        openFile(file, Scene());
    } catch (const Error& error) {
        return error.what();
    }
    return {};
}

const std::filesystem::path minilm =
    std::filesystem::path(SOFTSCOPE_TEST_DATA) / "../../resources/heads/minilm.safetensors";

} // namespace

TEST_CASE("A session is told by its content, whatever its name", "[open_file]") {
    const QTemporaryDir folder;
    Scene scene;
    scene.source.seed = 5;
    const auto file = write(folder, "session.png", QByteArray::fromStdString(" \n" + toJson(scene)));
    const OpenedFile opened = openFile(file, Scene());
    CHECK(opened.isSession);
    CHECK(opened.scene == scene);
}

TEST_CASE("A session is not taken for what its labels mention", "[open_file]") {
    const QTemporaryDir folder;
    Scene scene;
    scene.source.labels = {"%PDF-1.4", "<svg", "PNG"};
    for (const char* before : {"", "\xEF\xBB\xBF", "\n\n"}) {
        const OpenedFile opened =
            openFile(write(folder, "a", QByteArray(before) + QByteArray::fromStdString(toJson(scene))), Scene());
        CHECK(opened.isSession);
        CHECK(opened.scene == scene);
    }
}

TEST_CASE("A figure is told apart by its beginning, whatever its title says", "[open_file]") {
    const QTemporaryDir folder;
    Scene scene;
    scene.source.tokens = 9;
    scene.figure.title = "%PDF-1.4";
    HeadBuilder builder;
    const std::string ending = GENERATE("png", "svg", "pdf");
    const std::filesystem::path file = folder.filePath(QString::fromStdString("figure." + ending)).toStdString();
    writeFigure(file, figureContent(scene, builder));
    CHECK(openFile(file, Scene()).scene == scene);
}

TEST_CASE("A tensor file is named as it was given, links and all", "[open_file]") {
    const QTemporaryDir folder;
    const std::filesystem::path place = folder.path().toStdString();
    std::filesystem::copy(minilm, place / "real");
    std::filesystem::create_symlink("real", place / "link");
    CHECK(openFile(place / "link", Scene()).scene.source.tensors.path == (place / "link").string());
}

TEST_CASE("A figure brings its scene and is not a session", "[open_file]") {
    const QTemporaryDir folder;
    Scene scene;
    scene.source.tokens = 9;
    scene.source.seed = 6;
    HeadBuilder builder;
    const std::string ending = GENERATE("png", "svg", "pdf");
    const std::filesystem::path file = folder.filePath(QString::fromStdString("figure." + ending)).toStdString();
    writeFigure(file, figureContent(scene, builder));
    const OpenedFile opened = openFile(file, Scene());
    CHECK_FALSE(opened.isSession);
    CHECK(opened.scene == scene);
}

TEST_CASE("A tensor file opens at its first head and keeps softmax and view", "[open_file]") {
    Scene present;
    present.softmax.temperature = 3;
    present.view.compare = true;
    present.selection = {60, 60};
    present.edits.push_back({});
    const OpenedFile opened = openFile(minilm, present);
    CHECK_FALSE(opened.isSession);
    CHECK(opened.scene.source.kind == SourceKind::tensors);
    CHECK(opened.scene.source.tensors.layer == std::optional<Index>(0));
    CHECK(opened.scene.source.tensors.head == std::optional<Index>(0));
    CHECK(opened.scene.softmax == present.softmax);
    CHECK(opened.scene.view.compare);
    CHECK(opened.scene.edits.empty());
    CHECK(opened.scene.selection == Selection());
}

TEST_CASE("What cannot be opened is refused in one sentence that names the file", "[open_file]") {
    const QTemporaryDir folder;
    const QByteArray foreign = QByteArray::fromHex("89504e470d0a1a0a0000000d49484452");
    const std::vector<std::pair<QString, QByteArray>> broken = {
        {"empty.json", ""},
        {"cut.json", "{\"format\": \"softscope-scene\", \"vers"},
        {"future.json", "{\"format\": \"softscope-scene\", \"version\": 99}"},
        {"field.json", "{\"format\": \"softscope-scene\", \"version\": 1, \"unheard\": 1}"},
        {"deep.json", "{\"a\":" + QByteArray(100'000, '[')},
        {"foreign.png", foreign},
        {"array.npy", QByteArray("\x93NUMPY\x01\x00", 8)},
        {"lying.safetensors", QByteArray("\xff\xff\xff\xff\x00\x00\x00\x00{}", 10)},
        {"page.html", "<html></html>"},
        {"pickle.pkl", "(dp0\nS'q'\np1\nI1\ns."},
        {"text.txt", "hello"}};
    for (const auto& [name, bytes] : broken) {
        const std::string sentence = refusal(write(folder, name, bytes));
        CAPTURE(name.toStdString(), sentence);
        CHECK(sentence.find(name.toStdString()) != std::string::npos);
        CHECK(sentence.find('\n') == std::string::npos);
    }
    const std::filesystem::path pipe = folder.filePath("pipe").toStdString();
    REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
    CHECK(refusal(pipe).find("it is a pipe, not a file") != std::string::npos);
    CHECK(refusal("/nowhere/nothing.json").find("there is no such file") != std::string::npos);
    CHECK(refusal(folder.path().toStdString()).find("folder") != std::string::npos);
}

TEST_CASE("A session is saved and opened again", "[session][open_file]") {
    const QTemporaryDir folder;
    const QString file = folder.filePath(QString::fromUtf8("mit Ümlaut.json"));
    Session session;
    session.edit("seed", [](Scene& scene) { scene.source.seed = 77; });
    CHECK(session.isModified());
    QSignalSpy saved(&session, &Session::saved);
    session.save(file);
    REQUIRE(settle(session));
    CHECK(saved.count() == 1);
    CHECK_FALSE(session.isModified());
    CHECK(session.file() == file);
    const Scene kept = session.scene();
    session.edit("seed", [](Scene& scene) { scene.source.seed = 78; });
    QSignalSpy opened(&session, &Session::opened);
    session.open(file);
    REQUIRE(settle(session));
    CHECK(opened.count() == 1);
    CHECK(session.scene() == kept);
    CHECK_FALSE(session.isModified());
    REQUIRE(session.canUndo()); // what was open before is not lost
    session.undo();
    CHECK(session.scene().source.seed == 78);
    CHECK(session.isModified());
}

TEST_CASE("A figure that is opened can be undone", "[session][open_file]") {
    const QTemporaryDir folder;
    Scene scene;
    scene.source.seed = 6;
    HeadBuilder builder;
    const QString file = folder.filePath("figure.png");
    writeFigure(file.toStdString(), figureContent(scene, builder));
    Session session;
    session.open(file);
    REQUIRE(settle(session));
    CHECK(session.scene() == scene);
    CHECK(session.file().isEmpty());
    session.undo();
    CHECK(session.scene() == Scene());
}

TEST_CASE("A file that is refused changes nothing in the open session", "[session][open_file]") {
    const QTemporaryDir folder;
    Session session;
    session.edit("seed", [](Scene& scene) { scene.source.seed = 77; });
    REQUIRE(settle(session));
    const Scene before = session.scene();
    const ShownPointer shown = session.shown();
    QSignalSpy failed(&session, &Session::failed);
    session.open(QString::fromStdString(write(folder, "bad.json", "{]").string()));
    REQUIRE(settle(session));
    CHECK(failed.count() == 1);
    CHECK(session.scene() == before);
    CHECK(session.shown() == shown);
    CHECK(session.canUndo());
    session.save("/nowhere/at/all.json");
    REQUIRE(settle(session));
    CHECK(failed.count() == 2);
    CHECK(session.file().isEmpty());
}
