#include "ui/elided_label.h"
#include "ui/live_sentence.h"
#include "ui/message_bar.h"
#include "ui/recent_files.h"
#include "ui/status_line.h"
#include "ui/window_state.h"

#include "core/scene/scene_json.h"
#include "tests/catch.h"
#include "tests/ui/support/wait.h"

#include <QApplication>
#include <QFile>
#include <QLabel>
#include <QSettings>
#include <QTemporaryDir>
#include <QToolButton>

using namespace softscope;
using namespace softscope::test;

TEST_CASE("Marked numbers become bold, labels stay text", "[live_sentence]") {
    const MarkedText marked = markedText("keeps **16.0** of <b> & **1 < 2**");
    CHECK(marked.plain == "keeps 16.0 of <b> & 1 < 2");
    REQUIRE(marked.bold.size() == 2);
    CHECK(marked.plain.mid(marked.bold[0].start, marked.bold[0].length) == "16.0");
    CHECK(marked.plain.mid(marked.bold[1].start, marked.bold[1].length) == "1 < 2");
    CHECK(marked.bold[0].format.fontWeight() == QFont::Bold);
    CHECK(markedText("").plain.isEmpty());
}

TEST_CASE("The live sentence does not change its height with what it says", "[live_sentence]") {
    Session session;
    LiveSentence sentence(&session);
    sentence.resize(1200, 40);
    sentence.show();
    const int height = sentence.height();
    REQUIRE(settle(session));
    CHECK_FALSE(sentence.text().isEmpty());
    session.edit("n", [](Scene& scene) { scene.source.tokens = 2; });
    REQUIRE(settle(session));
    CHECK(sentence.height() == height);
}

TEST_CASE("A live sentence that needs more lines gets them, and they stay", "[live_sentence]") {
    Session session;
    LiveSentence sentence(&session);
    sentence.resize(240, 40);
    sentence.show();
    const int two = sentence.height();
    REQUIRE(settle(session));
    const int more = sentence.height();
    CHECK(more > two);
    CHECK(more >= sentence.fontMetrics().boundingRect(0, 0, 208, 1000, Qt::TextWordWrap, sentence.text()).height());
    session.edit("d_k", [](Scene& scene) { scene.source.dK = 1; });
    REQUIRE(settle(session));
    CHECK(sentence.height() >= more);
    sentence.resize(2400, sentence.height());
    CHECK(sentence.height() < two);
}

TEST_CASE("A message is seen until it is dismissed, a hint does not hide a warning", "[message_bar]") {
    MessageBar bar;
    CHECK(bar.sentence().isEmpty());
    bar.tell("look at this");
    CHECK(bar.sentence() == "look at this");
    bar.warn("it went <b>wrong</b>");
    CHECK(bar.sentence() == "it went <b>wrong</b>");
    bar.tell("look at that");
    CHECK(bar.sentence() == "it went <b>wrong</b>");
    bar.settle();
    bar.forgetHint();
    CHECK_FALSE(bar.sentence().isEmpty());
    auto* const close = bar.findChild<QToolButton*>();
    REQUIRE(close);
    close->click();
    CHECK(bar.sentence().isEmpty());
    bar.tell("look at that");
    CHECK(bar.sentence() == "look at that");
    bar.forgetHint();
    CHECK(bar.sentence().isEmpty());
}

TEST_CASE("What was wrong with an evaluation goes with the next picture", "[message_bar]") {
    MessageBar bar;
    bar.warn("Stopped.", true);
    CHECK(bar.sentence() == "Stopped.");
    bar.settle();
    CHECK(bar.sentence().isEmpty());
    bar.warn("The file cannot be read.");
    bar.settle();
    CHECK(bar.sentence() == "The file cannot be read.");
}

TEST_CASE("The effective scale is a number with its reason", "[status_line]") {
    Softmax softmax;
    CHECK(scaleText(softmax, 64) == QString::fromUtf8("0.125 = 1/√64"));
    softmax.temperature = 2;
    CHECK(scaleText(softmax, 64) == QString::fromUtf8("0.0625 = 1/(2 · √64)"));
    softmax.scale.kind = ScaleKind::none;
    CHECK(scaleText(softmax, 64) == "0.5 = 1/2");
    softmax.temperature = 1;
    CHECK(scaleText(softmax, 64) == "1");
    softmax.scale.kind = ScaleKind::dk;
    CHECK(scaleText(softmax, 64) == "0.0156 = 1/64");
    softmax.scale = {ScaleKind::factor, 3};
    softmax.temperature = 4;
    CHECK(scaleText(softmax, 64) == "0.75 = 3/4");
}

TEST_CASE("The status line names what is on screen", "[status_line]") {
    Session session;
    StatusLine line(&session);
    line.resize(1200, 24);
    line.show();
    REQUIRE(settle(session));
    const QString text = statusText(*session.shown());
    CHECK(text.startsWith(QString::fromUtf8("n 64 · dₖ 64 · scale 0.125 = 1/√64 · entropy ")));
    CHECK(text.contains("saturated"));
    const auto labels = line.findChildren<ElidedLabel*>();
    REQUIRE(labels.size() == 3);
    CHECK(labels[0]->text() == text);
    CHECK(labels[1]->text().startsWith("CPU · "));
    CHECK(labels[2]->text().isEmpty()); // nothing is on its way
    CHECK_FALSE(labels[2]->isVisible());
    for (const ElidedLabel* label : labels.first(2)) { // both have room for what they say
        CHECK(label->isVisible());
        CHECK(label->width() >= label->fontMetrics().horizontalAdvance(label->text()));
        CHECK(line.rect().contains(label->geometry()));
    }
}

TEST_CASE("Recent files: the newest first, each once, ten at most", "[recent_files]") {
    const QTemporaryDir folder;
    QSettings settings(folder.filePath("settings.ini"), QSettings::IniFormat);
    RecentFiles recent(settings);
    CHECK(recent.files().isEmpty());
    for (int i = 0; i < 12; ++i)
        recent.add(QStringLiteral("/somewhere/%1.json").arg(i));
    recent.add("/somewhere/5.json");
    CHECK(recent.files().size() == RecentFiles::most);
    CHECK(recent.files().front() == "/somewhere/5.json");
    CHECK(recent.files().count("/somewhere/5.json") == 1);
    recent.clear();
    CHECK(recent.files().isEmpty());
}

TEST_CASE("The last scene comes back, with its file where it has one", "[window_state]") {
    const QTemporaryDir folder;
    const StatePlaces places = StatePlaces::in(folder.filePath("deep/inside"));
    CHECK_FALSE(readLastScene(places).scene);
    Scene document;
    document.source.dK = 7;
    Scene last = document;
    last.source.seed = 99;
    const QString file = folder.filePath("work.json");
    writeScene(file.toStdString(), document);
    WindowState(places).keepScene(last, file);
    const LastScene read = readLastScene(places);
    REQUIRE(read.scene);
    CHECK(*read.scene == last);
    REQUIRE(read.document);
    CHECK(*read.document == document);
    CHECK(read.file == file);
    CHECK(read.problem.isEmpty());

    REQUIRE(QFile::remove(file));
    const LastScene without = readLastScene(places);
    REQUIRE(without.scene);
    CHECK(*without.scene == last);
    CHECK_FALSE(without.document);
    CHECK(without.file.isEmpty());
}

TEST_CASE("A broken last scene is one sentence", "[window_state]") {
    const QTemporaryDir folder;
    const StatePlaces places = StatePlaces::in(folder.path());
    QFile file(places.sceneFile);
    REQUIRE(file.open(QIODevice::WriteOnly));
    file.write(QByteArray(100'000, '['));
    file.close();
    const LastScene read = readLastScene(places);
    CHECK_FALSE(read.scene);
    CHECK(read.problem.contains("last-scene.json"));
}

TEST_CASE("A last scene that cannot be read is set aside, never written over", "[window_state]") {
    const QTemporaryDir folder;
    const StatePlaces places = StatePlaces::in(folder.path());
    const auto put = [&](const QByteArray& bytes) {
        QFile file(places.sceneFile);
        REQUIRE(file.open(QIODevice::WriteOnly));
        file.write(bytes);
    };
    const auto get = [&](const QString& name) {
        QFile file(folder.filePath(name));
        REQUIRE(file.open(QIODevice::ReadOnly));
        return file.readAll();
    };
    const QByteArray newer = R"({"format": "softscope-session", "version": 99})";
    put(newer);
    CHECK(readLastScene(places).problem.contains("last-scene.json.unreadable."));
    WindowState(places).keepScene(Scene(), {});
    CHECK(get("last-scene.json.unreadable") == newer);
    put("{");
    CHECK(readLastScene(places).problem.contains("last-scene.json.unreadable-2."));
    CHECK(get("last-scene.json.unreadable") == newer);
    CHECK(get("last-scene.json.unreadable-2") == "{");
    CHECK(readLastScene(places).problem.isEmpty());
}

TEST_CASE("Layout and theme are remembered and forgotten", "[window_state]") {
    const QTemporaryDir folder;
    const StatePlaces places = StatePlaces::in(folder.path());
    {
        WindowState state(places);
        CHECK(state.appearance() == Appearance::system);
        CHECK(state.tab() == 0);
        state.keepLayout("geometry", "layout", {0.25, 2});
        state.setAppearance(Appearance::dark);
    }
    WindowState state(places);
    CHECK(state.geometry() == "geometry");
    CHECK(state.layout() == "layout");
    CHECK(state.appearance() == Appearance::dark);
    CHECK(state.chartShare() == 0.25);
    CHECK(state.tab() == 2);
    state.forgetLayout();
    CHECK(state.chartShare() == 0);
    CHECK(state.tab() == 0);
    CHECK(state.geometry().isEmpty());
    CHECK(state.layout().isEmpty());
}

TEST_CASE("While rows are on their way the status line says how many there are and how long it takes",
          "[status_line]") {
    Session session;
    REQUIRE(settle(session));
    Shown part = *session.shown();
    part.coverage = {25, 64, 1700, 13'960};
    CHECK(statusText(part) == QString::fromUtf8("n 64 · dₖ 64 · scale 0.125 = 1/√64 · 25 of 64 query rows so far"));
    CHECK(progressText(part.coverage) == "1.7 s of about 14.0 s");
    CHECK(progressText({64, 64, 1700, 13'960}).isEmpty());
}
