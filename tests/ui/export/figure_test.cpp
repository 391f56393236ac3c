#include "core/base/error.h"
#include "tests/catch.h"
#include "tests/ui/export/sample.h"
#include "ui/export/png_chunk.h"
#include "ui/export/write_figure.h"

#include <QXmlStreamReader>
#include <QtEndian>

using namespace softscope;
using sample::Folder;

namespace {

quint32 numberAt(const QByteArray& bytes, qsizetype at) {
    return qFromBigEndian<quint32>(bytes.constData() + at);
}

QString allText(const QByteArray& svg) {
    QXmlStreamReader xml(svg);
    QString text;
    while (!xml.atEnd()) {
        if (xml.readNext() == QXmlStreamReader::Characters)
            text += xml.text();
    }
    REQUIRE_FALSE(xml.hasError());
    return text;
}

std::string refusal(const std::filesystem::path& file) {
    try {
        sceneInFigure(file);
    } catch (const Error& error) {
        return error.what();
    }
    return {};
}

} // namespace

TEST_CASE("every kind of figure carries its scene, whole") {
    const Folder folder;
    Scene scene = sample::gaussian(10, MapName::jacobian);
    scene.softmax.scale.kind = ScaleKind::none;
    scene.softmax.masks = {Mask{MaskKind::window, 3, 2}};
    scene.figure.title = "a<b & \"c\" >d ]]> \xF0\x9F\x98\x80 \xEF\xBF\xBF";
    scene.source.labels = {"<", "&amp;", "\x01", "", "\xE2\x96\x81the"};
    for (const char* name : {"f.png", "f.svg", "f.pdf", "f.PNG"}) {
        INFO(name);
        writeFigure(folder / name, sample::content(scene));
        const std::optional<Scene> found = sceneInFigure(folder / name);
        REQUIRE(found);
        CHECK(*found == scene);
    }
}

TEST_CASE("a figure made again from itself is the same, byte for byte") {
    const Folder folder;
    for (const char* name : {"f.png", "f.svg"}) {
        Scene scene = sample::gaussian(33, MapName::scaled);
        scene.softmax.masks = {Mask{}};
        scene.figure.transparent = true;
        scene.view.region = Region{3, 20, 0, 33};
        writeFigure(folder / name, sample::content(scene));
        const std::string again = std::string("again-") + name;
        writeFigure(folder / again, sample::content(*sceneInFigure(folder / name)));
        CHECK(sample::bytesOf(folder / name) == sample::bytesOf(folder / again));
    }
}

TEST_CASE("a PNG has the pixels and the DPI that were asked for") {
    const Folder folder;
    Scene scene = sample::gaussian(12);
    scene.figure.width = 900;
    scene.figure.height = 700;
    scene.figure.dpi = 300;
    writeFigure(folder / "f.png", sample::content(scene));
    const QByteArray png = sample::bytesOf(folder / "f.png");
    CHECK(numberAt(png, 16) == 900);
    CHECK(numberAt(png, 20) == 700);
    const qsizetype physical = png.indexOf("pHYs");
    REQUIRE(physical > 0);
    CHECK(numberAt(png, physical + 4) == 11811);
    CHECK(numberAt(png, physical + 8) == 11811);
    const QImage image = QImage::fromData(png);
    CHECK_FALSE(image.hasAlphaChannel());
    CHECK(image.pixel(0, 0) == 0xffffffff);
    scene.figure.transparent = true;
    writeFigure(folder / "f.png", sample::content(scene));
    CHECK(qAlpha(QImage::fromData(sample::bytesOf(folder / "f.png")).pixel(0, 0)) == 0);
}

TEST_CASE("an SVG holds title and labels as text, whole and escaped") {
    const Folder folder;
    Scene scene = sample::gaussian(4);
    scene.figure.title = "a<b & \"c\" >d";
    scene.source.labels = {"x<y<z", "\xC4\xA0the", "\xD9\x85\xD8\xB1\xD8\xAD\xD8\xA8\xD8\xA7", "\xF0\x9F\x98\x80"};
    writeFigure(folder / "f.svg", sample::content(scene));
    const QString text = allText(sample::bytesOf(folder / "f.svg"));
    CHECK(text.contains(QStringLiteral("a<b & \"c\" >d")));
    for (const std::string& label : scene.source.labels)
        CHECK(text.count(QString::fromStdString(label)) >= 3); // the scene, the rows and the columns
    for (const char* word : {"query", "key", "weight, linear"})
        CHECK(text.contains(QLatin1String(word)));
}

TEST_CASE("a long label is shortened in the picture and whole in the SVG") {
    const std::string label(300, 'w');
    const FigureContent content = sample::content(MapName::weights, MatrixF::Constant(2, 2, 0.5F), {label, "b"});
    const Folder folder;
    writeFigure(folder / "f.svg", content);
    const QByteArray svg = sample::bytesOf(folder / "f.svg");
    CHECK(svg.contains("<title>" + QByteArray(300, 'w') + "</title>"));
    CHECK(svg.contains("ww\xE2\x80\xA6"));
}

TEST_CASE("what cannot be written leaves what was there") {
    const Folder folder;
    const FigureContent content = sample::content(sample::gaussian(3));
    sample::put(folder / "old.png", "old");
    CHECK_THROWS_AS(writeFigure(folder / "old.xyz", content), UsageError);
    CHECK_THROWS_AS(requireFigureEnding("-"), UsageError);
    CHECK_THROWS_AS(writeFigure(folder / "no" / "such.png", content), Error);
    std::stop_source stopped;
    stopped.request_stop();
    CHECK_THROWS_AS(writeFigure(folder / "old.png", content, stopped.get_token()), Cancelled);
    CHECK(sample::bytesOf(folder / "old.png") == "old");
    CHECK(folder.files() == 1);
}

TEST_CASE("a page that PDF readers do not open is refused") {
    const Folder folder;
    Scene scene = sample::gaussian(3);
    scene.figure.width = 20'000;
    scene.figure.height = 100;
    CHECK_THROWS_WITH(writeFigure(folder / "f.pdf", sample::content(scene)), Catch::Contains("200 inches"));
    scene.figure.dpi = 300;
    CHECK_NOTHROW(writeFigure(folder / "f.pdf", sample::content(scene)));
}

TEST_CASE("pictures without our scene say so, other files are not pictures") {
    const Folder folder;
    QImage foreign(3, 3, QImage::Format_RGB32);
    foreign.fill(Qt::red);
    REQUIRE(foreign.save(QString::fromStdString((folder / "a.png").string())));
    CHECK_THAT(refusal(folder / "a.png"), Catch::Contains("carries no scene"));
    sample::put(folder / "a.svg", "<?xml version=\"1.0\"?><svg xmlns=\"http://www.w3.org/2000/svg\"><g/></svg>");
    CHECK_THAT(refusal(folder / "a.svg"), Catch::Contains("carries no scene"));
    sample::put(folder / "a.pdf", "%PDF-1.4\n%%EOF\n");
    CHECK_THAT(refusal(folder / "a.pdf"), Catch::Contains("carries no scene"));
    sample::put(folder / "b.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\"><g>");
    CHECK_THAT(refusal(folder / "b.svg"), Catch::Contains("cannot be read"));
    for (const char* bytes : {"", "{\"format\": 1}", "\x93NUMPY", "<html></html>"}) {
        sample::put(folder / "other", bytes);
        CHECK_FALSE(sceneInFigure(folder / "other"));
    }
    CHECK_THROWS_AS(sceneInFigure(folder / "missing.png"), Error);
}

TEST_CASE("a damaged figure is refused with its reason") {
    const Folder folder;
    writeFigure(folder / "f.png", sample::content(sample::gaussian(5)));
    const QByteArray png = sample::bytesOf(folder / "f.png");
    QByteArray flipped = png;
    const qsizetype scene = png.indexOf(pngKeyword);
    flipped[scene + 60] = static_cast<char>(flipped[scene + 60] ^ 1);
    sample::put(folder / "flipped.png", flipped);
    CHECK_THAT(refusal(folder / "flipped.png"), Catch::Contains("damaged"));
    const auto size = static_cast<long>(png.size());
    for (const qsizetype length :
         {9L, 20L, 40L, static_cast<long>(scene) + 30, size / 2, size - 13, size - 12, size - 1}) {
        sample::put(folder / "short.png", png.left(length));
        CHECK_THAT(refusal(folder / "short.png"), Catch::Contains("too early"));
    }
    QByteArray lying = png;
    qToBigEndian<quint32>(0xFFFFFFF0U, lying.data() + 33);
    sample::put(folder / "lying.png", lying);
    CHECK_THAT(refusal(folder / "lying.png"), Catch::Contains("too early"));

    writeFigure(folder / "f.pdf", sample::content(sample::gaussian(5)));
    QByteArray pdf = sample::bytesOf(folder / "f.pdf");
    const qsizetype tag = pdf.indexOf("<softscope:scene>");
    sample::put(folder / "short.pdf", pdf.left(tag + 60));
    CHECK_THAT(refusal(folder / "short.pdf"), Catch::Contains("no end"));
    pdf[tag + 30] = '!';
    sample::put(folder / "bad.pdf", pdf);
    CHECK_THAT(refusal(folder / "bad.pdf"), Catch::Contains("damaged"));
    // A scene that is none: the reader's own sentence, with the file's name.
    sample::put(folder / "none.pdf", "%PDF-1.4 <softscope:scene>" + QByteArray("[]").toBase64() + "</softscope:scene>");
    CHECK_THAT(refusal(folder / "none.pdf"), Catch::StartsWith((folder / "none.pdf").string()));
}

TEST_CASE("a map of more cells than a picture's limit is pooled whole, never cut") {
    Scene scene = sample::gaussian(1);
    scene.source.tokens = 3000;
    scene.figure.width = 300;
    const FigureContent content = sample::content(scene);
    CHECK(content.map.region.rowEnd == 3000);
    CHECK_FALSE(content.map.exact());
    CHECK(content.map.cells.rows() == (3000 + content.map.poolRows - 1) / content.map.poolRows);
    const Folder folder;
    writeFigure(folder / "f.svg", content);
    CHECK(allText(sample::bytesOf(folder / "f.svg")).contains(QStringLiteral("largest of")));
}

TEST_CASE("the checksum of PNG is the published one, and a text chunk reads back") {
    CHECK(crc32("IEND") == 0xAE426082U);
    CHECK(crc32("23456789", crc32("1")) == 0xCBF43926U);
    const QByteArray chunk = textChunk("key", "t\xC3\xA4xt");
    CHECK(textInChunk(chunk.mid(8, chunk.size() - 12), "key") == "t\xC3\xA4xt");
    CHECK(textInChunk(chunk.mid(8, chunk.size() - 12), "ke").isNull());
    CHECK(textInChunk("key", "key").isNull());
}
