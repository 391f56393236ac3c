// Our own writer instead of QSvgGenerator: that one splits a text at every change of font, writes each cell as a group
// of its own, has no place for metadata and no crisp edges; this is shorter than what would mend it.
#include "core/base/error.h"
#include "ui/export/figure_font.h"
#include "ui/export/paint_drawing.h"
#include "ui/export/write_figure.h"

#include <QBuffer>
#include <QHash>
#include <QXmlStreamWriter>

namespace softscope {

namespace {

QString num(double value) {
    return QString::number(value, 'g', 8);
}

/// JSON may hold two characters that XML may not, inside strings only: as JSON escapes.
QString xmlSafe(const std::string& json) {
    QString text = QString::fromStdString(json);
    text.replace(QChar(0xfffe), QLatin1String("\\ufffe"));
    text.replace(QChar(0xffff), QLatin1String("\\uffff"));
    return text;
}

void writeFill(QXmlStreamWriter& xml, QRgb color) {
    xml.writeAttribute("fill", QColor(qRed(color), qGreen(color), qBlue(color)).name());
    if (qAlpha(color) != 255)
        xml.writeAttribute("fill-opacity", num(qAlpha(color) / 255.0));
}

/// All cells of one colour are one path.
void writeCells(QXmlStreamWriter& xml, const Grid& grid, const std::stop_token& stop) {
    QHash<QRgb, qsizetype> known;
    std::vector<std::pair<QRgb, QString>> paths; // in the order of first use, so that the file is the same each time
    forEachRun(grid, stop, [&](const Run& run) {
        const QRgb color = grid.colorAt(run.row, run.begin);
        const auto [at, isNew] = std::pair(known.constFind(color), !known.contains(color));
        const qsizetype index = isNew ? static_cast<qsizetype>(paths.size()) : at.value();
        if (isNew) {
            known.insert(color, index);
            paths.emplace_back(color, QString());
        }
        const int x = grid.xEdges[run.begin], y = grid.yEdges[run.row];
        const int width = grid.xEdges[run.end] - x, height = grid.yEdges[run.row + 1] - y;
        paths[static_cast<std::size_t>(index)].second +=
            QStringLiteral("M%1 %2h%3v%4h-%3z").arg(x).arg(y).arg(width).arg(height);
    });
    xml.writeStartElement("g");
    xml.writeAttribute("shape-rendering", "crispEdges");
    for (const auto& [color, path] : paths) {
        throwIfStopped(stop);
        xml.writeEmptyElement("path");
        writeFill(xml, color);
        xml.writeAttribute("d", path);
    }
    xml.writeEndElement();
}

void writeImage(QXmlStreamWriter& xml, const Grid& grid) {
    QBuffer png;
    png.open(QIODevice::WriteOnly);
    if (!cellImage(grid).save(&png, "png"))
        throw Error("The cells could not be written as an image: there is not enough memory.");
    xml.writeEmptyElement("image");
    xml.writeAttribute("x", QString::number(grid.xEdges.front()));
    xml.writeAttribute("y", QString::number(grid.yEdges.front()));
    xml.writeAttribute("width", QString::number(grid.xEdges.back() - grid.xEdges.front()));
    xml.writeAttribute("height", QString::number(grid.yEdges.back() - grid.yEdges.front()));
    xml.writeAttribute("preserveAspectRatio", "none");
    xml.writeAttribute("image-rendering", "optimizeSpeed"); // SVG 1.1's word; the style is CSS's
    xml.writeAttribute("style", "image-rendering:pixelated");
    xml.writeAttribute("href", "data:image/png;base64," + QString::fromLatin1(png.data().toBase64()));
}

void writeLines(QXmlStreamWriter& xml, const DrawnLines& lines) {
    QString path;
    for (const QLineF& line : lines.lines)
        path += QStringLiteral("M%1 %2L%3 %4").arg(num(line.x1()), num(line.y1()), num(line.x2()), num(line.y2()));
    xml.writeEmptyElement("path");
    xml.writeAttribute("fill", "none");
    xml.writeAttribute("stroke", lines.color.name());
    xml.writeAttribute("stroke-width", num(lines.width));
    xml.writeAttribute("d", path);
}

void writeShape(QXmlStreamWriter& xml, const DrawnShape& shape) {
    QStringList points;
    for (const QPointF& point : shape.polygon)
        points << num(point.x()) + QLatin1Char(',') + num(point.y());
    xml.writeEmptyElement("polygon");
    writeFill(xml, shape.fill.rgba());
    xml.writeAttribute("points", points.join(QLatin1Char(' ')));
}

void writeText(QXmlStreamWriter& xml, const DrawnText& text) {
    xml.writeStartElement("text");
    xml.writeAttribute("x", num(text.at.x()));
    xml.writeAttribute("y", num(text.at.y()));
    xml.writeAttribute("font-size", QString::number(text.pixels));
    if (text.bold)
        xml.writeAttribute("font-weight", "bold");
    if (text.anchor != TextAnchor::start)
        xml.writeAttribute("text-anchor", text.anchor == TextAnchor::middle ? "middle" : "end");
    if (text.rotation != 0)
        xml.writeAttribute(
            "transform", QStringLiteral("rotate(%1 %2 %3)").arg(text.rotation).arg(num(text.at.x()), num(text.at.y())));
    xml.writeAttribute("fill", text.color.name());
    if (!text.whole.isEmpty())
        xml.writeTextElement("title", text.whole); // a tooltip with all of it
    xml.writeCharacters(text.text);
    xml.writeEndElement();
}

} // namespace

QByteArray svgBytes(const Drawing& drawing, double dpi, const std::string& sceneJson, const std::stop_token& stop) {
    QByteArray bytes;
    QXmlStreamWriter xml(&bytes);
    xml.writeStartDocument();
    xml.writeCharacters("\n");
    xml.writeStartElement("svg");
    xml.writeDefaultNamespace("http://www.w3.org/2000/svg");
    xml.writeAttribute("width", num(drawing.width / dpi) + QLatin1String("in"));
    xml.writeAttribute("height", num(drawing.height / dpi) + QLatin1String("in"));
    xml.writeAttribute("viewBox", QStringLiteral("0 0 %1 %2").arg(drawing.width).arg(drawing.height));
    QStringList families = figureFamilies();
    for (QString& family : families) {
        if (family.contains(QLatin1Char(' ')))
            family = QLatin1Char('\'') + family + QLatin1Char('\'');
    }
    xml.writeAttribute("font-family", families.join(QLatin1String(", ")));
    xml.writeAttribute("xml:space", "preserve");
    xml.writeTextElement("title", drawing.title);
    xml.writeStartElement("metadata");
    xml.writeNamespace(sceneNamespace, "softscope");
    xml.writeTextElement(sceneNamespace, "scene", xmlSafe(sceneJson));
    xml.writeEndElement();
    if (!drawing.transparent) {
        xml.writeEmptyElement("rect");
        xml.writeAttribute("width", "100%");
        xml.writeAttribute("height", "100%");
        xml.writeAttribute("fill", "#ffffff");
    }
    for (const Grid& grid : drawing.grids) {
        throwIfStopped(stop);
        grid.colors.size() <= mostVectorCells ? writeCells(xml, grid, stop) : writeImage(xml, grid);
    }
    for (const DrawnShape& shape : drawing.shapes)
        writeShape(xml, shape);
    for (const DrawnLines& lines : drawing.lines) {
        if (!lines.lines.empty())
            writeLines(xml, lines);
    }
    for (const DrawnText& text : drawing.texts) {
        throwIfStopped(stop);
        writeText(xml, text);
    }
    xml.writeEndElement();
    xml.writeEndDocument();
    return bytes + '\n';
}

} // namespace softscope
