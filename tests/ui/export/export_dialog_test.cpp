#include "ui/export/export_dialog.h"

#include "core/scene/limits.h"
#include "core/scene/validate.h"
#include "tests/catch.h"
#include "tests/ui/export/sample.h"
#include "tests/ui/support/wait.h"
#include "ui/export/export_worker.h"
#include "ui/export/figure_preview.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPointer>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTest>

using namespace softscope;
using sample::Folder;
using test::waitFor;

namespace {

QImage previewOf(const ExportDialog& dialog) {
    return dialog.findChild<FigurePreview*>()->image();
}

bool waitForPreview(const ExportDialog& dialog) {
    return waitFor([&] { return dialog.idle() && !previewOf(dialog).isNull(); });
}

} // namespace

TEST_CASE("the dialog previews, writes and remembers what was chosen") {
    const Folder folder;
    Session session;
    session.reset(sample::gaussian(9), {});
    auto* dialog = new ExportDialog(&session, nullptr);
    const QPointer<ExportDialog> alive = dialog;
    dialog->show();
    REQUIRE(waitForPreview(*dialog));
    const QImage first = previewOf(*dialog);
    CHECK(first.width() == 900);

    auto* map = dialog->findChildren<QComboBox*>().front();
    map->setCurrentIndex(map->findData(static_cast<int>(MapName::jacobian)));
    auto* width = dialog->findChildren<QSpinBox*>().front();
    width->setValue(640);
    dialog->findChild<QLineEdit*>(QStringLiteral("title"))->setText(QStringLiteral("mine"));
    REQUIRE(waitFor([&] { return dialog->idle() && previewOf(*dialog).width() == 640; }));
    CHECK(session.scene().figure == Figure()); // nothing is remembered before something was exported

    const QSignalSpy written(dialog, &ExportDialog::written);
    const QString file = QString::fromStdString((folder / "f.png").string());
    dialog->exportTo(file);
    REQUIRE(waitFor([&] { return !written.isEmpty(); }));
    CHECK(written.front().front().toString() == file);
    CHECK(session.scene().figure.place.map == MapName::jacobian);
    CHECK(session.scene().figure.width == 640);
    CHECK(session.scene().figure.title == "mine");
    CHECK(sceneInFigure(folder / "f.png")->figure == session.scene().figure);
    CHECK(QImage(file).width() == 640);
    REQUIRE(waitFor([&] { return alive.isNull(); })); // done: it closes itself
}

TEST_CASE("the preview follows the scene") {
    Session session;
    session.reset(sample::gaussian(9), {});
    auto* dialog = new ExportDialog(&session, nullptr);
    dialog->show();
    REQUIRE(waitForPreview(*dialog));
    const QImage before = previewOf(*dialog);
    session.edit(QStringLiteral("d_k"), [](Scene& scene) { scene.source.dK = 200; });
    CHECK(waitFor([&] { return dialog->idle() && previewOf(*dialog) != before; }));
    dialog->close();
}

TEST_CASE("numbers are written too, of the whole map or of the part on screen") {
    const Folder folder;
    Session session;
    Scene scene = sample::gaussian(9);
    scene.view.region = Region{2, 5, 1, 3};
    session.reset(scene, {});
    for (const bool whole : {true, false}) {
        auto* dialog = new ExportDialog(&session, nullptr);
        dialog->findChild<QComboBox*>(QStringLiteral("part"))->setCurrentIndex(whole ? 0 : 1);
        const QSignalSpy written(dialog, &ExportDialog::written);
        dialog->exportTo(QString::fromStdString((folder / "f.csv").string()));
        REQUIRE(waitFor([&] { return !written.isEmpty(); }));
        const QList<QByteArray> lines = sample::bytesOf(folder / "f.csv").trimmed().split('\n');
        CHECK(lines.size() == (whole ? 10 : 4));
        CHECK(lines.back().count(',') == (whole ? 9 : 2));
        if (!whole)
            CHECK(lines.back().startsWith("4,"));
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    }
}

TEST_CASE("a file never holds other bytes than its name says, and the format stays chosen") {
    const Folder folder;
    Session session;
    session.reset(sample::gaussian(4), {});
    const std::pair<const char*, const char*> cases[] = {
        {"weights.svgf", "weights.svgf.npy"}, {"plain", "plain.npy"}, {"dot.", "dot.npy"}, {"other.SVG", "other.SVG"}};
    for (const auto& [named, expected] : cases) {
        CAPTURE(named);
        auto* dialog = new ExportDialog(&session, nullptr);
        auto* format = dialog->findChild<QComboBox*>(QStringLiteral("format"));
        if (named == cases[0].first)
            format->setCurrentIndex(format->findData(QStringLiteral("npy")));
        CHECK(format->currentData().toString() == QStringLiteral("npy"));
        const QSignalSpy written(dialog, &ExportDialog::written);
        dialog->exportTo(QString::fromStdString((folder / named).string()));
        REQUIRE(waitFor([&] { return !written.isEmpty(); }));
        CHECK(written.front().front().toString().toStdString() == (folder / expected).string());
        const QByteArray bytes = sample::bytesOf(folder / expected);
        CHECK(bytes.startsWith(QByteArray(expected).endsWith("npy") ? "\x93NUMPY" : "<?xml"));
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    }
    // A name that was completed was not confirmed: nothing is replaced.
    ExportDialog dialog(&session, nullptr);
    dialog.setAttribute(Qt::WA_DeleteOnClose, false);
    const QSignalSpy failed(&session, &Session::failed);
    sample::put(folder / "plain.npy", "old");
    dialog.exportTo(QString::fromStdString((folder / "plain").string()));
    CHECK(failed.size() == 1);
    REQUIRE(waitFor([&] { return dialog.idle(); }));
    CHECK(sample::bytesOf(folder / "plain.npy") == "old");
}

TEST_CASE("what cannot be written is said, in the window's message bar too, and the dialog stays") {
    Session session;
    session.reset(sample::gaussian(5), {});
    auto* dialog = new ExportDialog(&session, nullptr);
    dialog->show();
    const QSignalSpy failed(&session, &Session::failed);
    const QSignalSpy written(dialog, &ExportDialog::written);
    dialog->exportTo(QStringLiteral("/nonexistent/folder/f.png"));
    REQUIRE(waitFor([&] { return !failed.isEmpty(); }));
    CHECK(failed.front().front().toString().contains(QStringLiteral("/nonexistent/folder")));
    CHECK(written.isEmpty());
    CHECK(dialog->isVisible());
    dialog->close();
}

TEST_CASE("an export is cancelled by its button and by closing, and leaves no file") {
    const Folder folder;
    Session session;
    Scene scene = sample::gaussian(3000);
    scene.figure.width = 6000;
    scene.figure.dpi = 600;
    session.reset(scene, {});
    auto* dialog = new ExportDialog(&session, nullptr);
    dialog->show();
    dialog->exportTo(QString::fromStdString((folder / "f.png").string()));
    auto* cancel = dialog->findChild<QPushButton*>(QStringLiteral("close"));
    CHECK(cancel->text() == QStringLiteral("Cancel"));
    cancel->click();
    REQUIRE(waitFor([&] { return cancel->text() == QStringLiteral("Close"); }));
    CHECK(folder.files() == 0);
    // Esc and the window's button stop the writing first, and the dialog stays to say so.
    const auto* note = dialog->findChild<QLabel*>(QStringLiteral("note"));
    for (const char* ending : {"png", "svg", "pdf", "csv"}) {
        dialog->exportTo(QString::fromStdString((folder / "f.").string() + ending));
        *ending == 's' ? QTest::keyClick(dialog, Qt::Key_Escape) : static_cast<void>(dialog->close());
        REQUIRE(dialog->isVisible());
        CHECK(note->text() == QStringLiteral("Stopping the export…"));
        REQUIRE(waitFor([&] { return cancel->text() == QStringLiteral("Close"); }));
        CHECK(note->text() == QStringLiteral("The export was cancelled; no file was written."));
        CHECK(folder.files() == 0);
    }
    const QPointer<ExportDialog> alive = dialog;
    dialog->close(); // nothing is written now: it closes
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    CHECK(alive.isNull());
}

TEST_CASE("the title takes no more than a scene can hold, cut between characters") {
    Session session;
    session.reset(sample::gaussian(5), {});
    ExportDialog dialog(&session, nullptr);
    dialog.setAttribute(Qt::WA_DeleteOnClose, false);
    auto* title = dialog.findChild<QLineEdit*>(QStringLiteral("title"));
    title->setText(QString(4096, QLatin1Char('x')));
    CHECK(title->text().size() == 4096);
    for (const char* letter : {"x", "é", "√", "😀"}) {
        const QString character = QString::fromUtf8(letter);
        title->setText(QLatin1Char('a') + character.repeated(5000));
        const QString kept = title->text();
        const qsizetype bytes = character.toUtf8().size();
        CHECK(kept == QLatin1Char('a') + character.repeated((limits::labelBytes - 1) / bytes));
    }
    const Folder folder;
    const QSignalSpy written(&dialog, &ExportDialog::written);
    dialog.exportTo(QString::fromStdString((folder / "f.svg").string()));
    REQUIRE(waitFor([&] { return !written.isEmpty(); }));
    CHECK_NOTHROW(validate(session.scene()));
    CHECK(sceneInFigure(folder / "f.svg")->figure == session.scene().figure);
}

TEST_CASE("a preview has no more pixels than it needs and the same proportions") {
    Figure figure;
    CHECK(previewFigure(figure) == figure);
    figure.width = 16'000;
    figure.height = 4000;
    figure.dpi = 600;
    const Figure small = previewFigure(figure);
    CHECK(small.width == 1600);
    CHECK(small.height == 400);
    CHECK(small.dpi == Approx(60));
    figure.height = 0;
    CHECK(previewFigure(figure).height == 0);
}
