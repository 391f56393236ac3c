#include "ui/export/clipboard.h"

#include "tests/catch.h"
#include "tests/ui/export/sample.h"
#include "tests/ui/support/wait.h"
#include "ui/export/numbers.h"
#include "ui/export/png_chunk.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QImage>
#include <QMimeData>
#include <QSignalSpy>

using namespace softscope;

namespace {

const QMimeData* waitFor(const QString& format) {
    REQUIRE(test::waitFor([&] {
        const QMimeData* data = QGuiApplication::clipboard()->mimeData();
        return data != nullptr && data->hasFormat(format);
    }));
    return QGuiApplication::clipboard()->mimeData();
}

} // namespace

TEST_CASE("copied numbers are those of the part on screen, with labels, as tabs and as CSV") {
    QGuiApplication::clipboard()->clear();
    Session session;
    Scene scene = sample::gaussian(6);
    scene.source.labels = {"a", "b\tb", "c,c"};
    scene.view.region = Region{1, 3, 0, 4};
    session.reset(scene, {});
    copyData(session, 1); // the weights
    const QMimeData* data = waitFor(QStringLiteral("text/csv"));
    const QStringList lines = data->text().trimmed().split(QLatin1Char('\n'));
    REQUIRE(lines.size() == 3);
    CHECK(data->text().startsWith(QStringLiteral("\ta\tb b\tc,c\t3\n")));
    CHECK(data->data(QStringLiteral("text/csv")).startsWith(",a,b\tb,\"c,c\",3\n"));

    HeadBuilder builder;
    Scene weights = scene;
    weights.figure.place.map = MapName::weights;
    weights.view.region.reset();
    const MatrixF all = numberTable(weights, builder, 1000).map.cells;
    const QStringList row = lines[1].split(QLatin1Char('\t'));
    CHECK(row[0] == QStringLiteral("b b"));
    REQUIRE(row.size() == 5);
    for (int j = 0; j < 4; ++j)
        CHECK(row[j + 1].toFloat() == all(1, j));
}

TEST_CASE("a copied picture carries its scene") {
    QGuiApplication::clipboard()->clear();
    Session session;
    session.reset(sample::gaussian(6), {});
    copyImage(session, 2);
    const QMimeData* data = waitFor(QStringLiteral("image/png"));
    CHECK(qvariant_cast<QImage>(data->imageData()).width() == 900);
    const sample::Folder folder;
    sample::put(folder / "pasted.png", data->data(QStringLiteral("image/png")));
    CHECK(sceneInFigure(folder / "pasted.png")->figure.place.map == session.scene().view.places[2].map);
}

TEST_CASE("a map of the lower row of compare is copied without the scale") {
    QGuiApplication::clipboard()->clear();
    Session session;
    Scene scene = sample::gaussian(6);
    scene.view.compare = true;
    session.reset(scene, {});
    copyImage(session, 4);
    const QMimeData* data = waitFor(QStringLiteral("image/png"));
    const sample::Folder folder;
    sample::put(folder / "pasted.png", data->data(QStringLiteral("image/png")));
    const std::optional<Scene> pasted = sceneInFigure(folder / "pasted.png");
    REQUIRE(pasted);
    CHECK(pasted->figure.place.map == scene.view.places[1].map);
    CHECK(pasted->softmax.scale.kind == ScaleKind::none);
}

TEST_CASE("more numbers than a clipboard takes are refused with a sentence") {
    Session session;
    Scene scene = sample::gaussian(2001);
    session.reset(scene, {});
    const QSignalSpy failed(&session, &Session::failed);
    copyData(session);
    REQUIRE(test::waitFor([&] { return !failed.isEmpty(); }));
    CHECK(failed.front().front().toString().contains(QStringLiteral("2001 × 2001")));
}
