// Finding our scene in a PNG, SVG or PDF from anywhere: nothing in the file is trusted before it is checked.
#include "core/base/error.h"
#include "core/scene/scene_json.h"
#include "ui/export/figure.h"
#include "ui/export/png_chunk.h"
#include "ui/export/write_figure.h"

#include <QFile>
#include <QXmlStreamReader>
#include <QtEndian>

namespace softscope {

namespace {

constexpr qint64 mostSceneBytes = 64LL << 20;
constexpr qint64 windowBytes = 1LL << 20;
constexpr int mostChunks = 1 << 20; // the largest picture that we write has a tenth of that

[[noreturn]] void refuse(const std::string& reason) {
    throw Error(reason);
}

[[noreturn]] void refuseForeign(const char* kind) {
    refuse(std::string("this ") + kind + " carries no scene: only figures that Softscope exported do");
}

Scene sceneFrom(const QByteArray& json) {
    return sceneFromJson(std::string_view(json.data(), static_cast<std::size_t>(json.size())));
}

std::string_view view(const QByteArray& bytes) {
    return {bytes.data(), static_cast<std::size_t>(bytes.size())};
}

/// The first text chunk with our scene, its checksum held against it. The file must go on to its last chunk: a picture
/// that was cut short is none, even where its scene is whole.
Scene sceneInPng(QFile& file) {
    file.seek(static_cast<qint64>(pngMagic.size()));
    std::optional<QByteArray> scene;
    for (int chunks = 0;; ++chunks) {
        const QByteArray start = file.read(8);
        if (start.size() < 8)
            refuse("the PNG ends too early: it is not whole");
        if (chunks == mostChunks)
            refuse("the PNG has more than a million chunks");
        const auto length = qFromBigEndian<quint32>(start.constData());
        const QByteArray type = start.mid(4);
        if (length + 4LL > file.size() - file.pos()) // 4: its checksum
            refuse("the PNG ends too early: it is not whole");
        if (type == "IEND") {
            if (scene)
                return sceneFrom(*scene);
            refuseForeign("PNG");
        }
        const QByteArray keyword = type == "iTXt" && !scene ? file.peek(sizeof pngKeyword) : QByteArray();
        if (keyword != QByteArray(pngKeyword, sizeof pngKeyword)) {
            file.seek(file.pos() + length + 4);
            continue;
        }
        if (length > mostSceneBytes)
            refuse("the scene in this PNG is larger than 64 MB");
        const QByteArray body = file.read(length), crc = file.read(4);
        if (crc.size() < 4 || qFromBigEndian<quint32>(crc.constData()) != crc32(view(type + body)))
            refuse("the scene in this PNG is damaged: its checksum does not agree");
        scene = textInChunk(body, pngKeyword);
    }
}

Scene sceneInSvg(QFile& file) {
    file.seek(0);
    QXmlStreamReader xml(&file);
    while (!xml.atEnd()) {
        if (xml.readNext() == QXmlStreamReader::StartElement && xml.namespaceUri() == QLatin1String(sceneNamespace) &&
            xml.name() == QLatin1String("scene")) {
            const QByteArray json = xml.readElementText().toUtf8();
            if (!xml.hasError())
                return sceneFrom(json);
        }
        if (xml.characterOffset() > mostSceneBytes)
            refuseForeign("SVG");
    }
    if (xml.hasError())
        refuse("the SVG cannot be read: line " + std::to_string(xml.lineNumber()) + ": " +
               xml.errorString().toStdString());
    refuseForeign("SVG");
}

/// Where `text` is from the file's position on, −1 where it is not; reads a window after the other.
qint64 find(QFile& file, const QByteArray& text) {
    QByteArray window;
    for (qint64 begin = file.pos();;) {
        const QByteArray more = file.read(windowBytes);
        window += more;
        const qsizetype at = window.indexOf(text);
        if (at >= 0)
            return begin + at;
        if (more.isEmpty())
            return -1;
        const qsizetype keep = std::min(window.size(), text.size() - 1);
        begin += window.size() - keep;
        window = window.right(keep);
    }
}

Scene sceneInPdf(QFile& file) {
    const QByteArray opening = "<softscope:scene>", closing = "</softscope:scene>";
    file.seek(0);
    const qint64 begin = find(file, opening);
    if (begin < 0)
        refuseForeign("PDF");
    file.seek(begin + opening.size());
    const qint64 end = find(file, closing);
    if (end < 0 || end - begin > 2 * mostSceneBytes)
        refuse("the scene in this PDF has no end: the file is not whole");
    file.seek(begin + opening.size());
    const auto json = QByteArray::fromBase64Encoding(
        file.read(end - begin - opening.size()), QByteArray::Base64Encoding | QByteArray::AbortOnBase64DecodingErrors);
    if (!json)
        refuse("the scene in this PDF is damaged");
    return sceneFrom(*json);
}

/// An XML file that names an svg element early on.
bool looksLikeSvg(const QByteArray& start) {
    QByteArray text = start;
    if (text.startsWith("\xEF\xBB\xBF"))
        text.remove(0, 3);
    return text.trimmed().startsWith('<') && text.contains("<svg");
}

} // namespace

std::optional<Scene> sceneInFigure(const std::filesystem::path& path) {
    QFile file(QString::fromStdString(path.string()));
    if (!file.open(QIODevice::ReadOnly))
        throw Error(path.string() + " cannot be read: " + file.errorString().toStdString() + ".");
    const QByteArray start = file.read(4096);
    try {
        if (view(start).starts_with(pngMagic))
            return sceneInPng(file);
        if (view(start).starts_with("%PDF-"))
            return sceneInPdf(file);
        if (looksLikeSvg(start))
            return sceneInSvg(file);
    } catch (const Error& error) {
        const std::string reason = error.what();
        throw Error(path.string() + ": " + reason + (reason.ends_with('.') ? "" : "."));
    }
    return std::nullopt;
}

} // namespace softscope
