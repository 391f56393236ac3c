#include "core/base/error.h"
#include "core/render/number_text.h"
#include "ui/export/paint_drawing.h"
#include "ui/export/write_figure.h"

#include <QBuffer>
#include <QPainter>
#include <QPdfWriter>

#include <algorithm>
#include <cmath>

namespace softscope {

namespace {

constexpr double mostPoints = 14'400; // the largest page that PDF readers agree on: 200 inches

QByteArray xmp(const std::string& sceneJson) {
    // Base64: no quoting to get wrong, and found by a scan for the tag.
    const QByteArray scene = QByteArray::fromStdString(sceneJson).toBase64();
    return "<?xpacket begin=\"\xEF\xBB\xBF\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>\n"
           "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\"><rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">"
           "<rdf:Description rdf:about=\"\" xmlns:softscope=\"" +
           QByteArray(sceneNamespace) + "\">\n<softscope:scene>" + scene +
           "</softscope:scene>\n</rdf:Description></rdf:RDF></x:xmpmeta>\n<?xpacket end=\"r\"?>\n";
}

void paintShapes(QPainter& painter, const Grid& grid, bool overlap, const std::stop_token& stop) {
    // A viewer smooths the edge between two cells and lets the page shine through. Each opaque cell therefore reaches
    // half a pixel under its right and lower neighbours, which are painted after it.
    const double under = overlap ? 0.5 : 0;
    const double right = grid.xEdges.back(), bottom = grid.yEdges.back();
    forEachRun(grid, stop, [&](const Run& run) {
        const QRgb color = grid.colorAt(run.row, run.begin);
        const double reach = qAlpha(color) == 255 ? under : 0;
        const QPointF topLeft(grid.xEdges[run.begin], grid.yEdges[run.row]);
        const QPointF bottomRight(std::min(right, grid.xEdges[run.end] + reach),
                                  std::min(bottom, grid.yEdges[run.row + 1] + reach));
        painter.fillRect(QRectF(topLeft, bottomRight), QColor::fromRgba(color));
    });
}

/// An image whose cells viewers that smooth images still show as squares: each is several pixels wide.
void paintImage(QPainter& painter, const Grid& grid) {
    const QImage cells = cellImage(grid);
    const auto times = std::max<std::size_t>(1, static_cast<std::size_t>(std::sqrt(8e6 / double(grid.colors.size()))));
    const int factor = static_cast<int>(std::min<std::size_t>(times, 4));
    const QRect target(QPoint(grid.xEdges.front(), grid.yEdges.front()),
                       QPoint(grid.xEdges.back() - 1, grid.yEdges.back() - 1));
    painter.setRenderHint(QPainter::SmoothPixmapTransform, false);
    painter.setRenderHint(QPainter::LosslessImageRendering);
    painter.drawImage(target, cells.scaled(cells.size() * factor, Qt::IgnoreAspectRatio, Qt::FastTransformation));
}

bool allOpaque(const Grid& grid) {
    return std::all_of(grid.colors.begin(), grid.colors.end(), [](QRgb color) { return qAlpha(color) == 255; });
}

} // namespace

QByteArray pdfBytes(const Drawing& drawing, double dpi, const std::string& sceneJson, const std::stop_token& stop) {
    const QSizeF points(drawing.width * 72 / dpi, drawing.height * 72 / dpi);
    if (std::max(points.width(), points.height()) > mostPoints)
        throw Error("A PDF page of " + numberText(points.width() / 72, 4) + " × " +
                    numberText(points.height() / 72, 4) +
                    " inches is too large: it may be 200 inches wide and high at most; give fewer pixels or a higher "
                    "DPI.");
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    {
        QPdfWriter writer(&buffer);
        writer.setResolution(1200);
        writer.setPageSize(QPageSize(points, QPageSize::Point, QString(), QPageSize::ExactMatch));
        writer.setPageMargins(QMarginsF());
        writer.setTitle(drawing.title);
        writer.setCreator(QStringLiteral("Softscope " SOFTSCOPE_VERSION));
        writer.setDocumentXmpMetadata(xmp(sceneJson));
        QPainter painter;
        if (!painter.begin(&writer))
            throw Error("The PDF could not be begun: there is not enough memory.");
        const double scale = std::min(writer.width() / double(drawing.width), writer.height() / double(drawing.height));
        painter.scale(scale, scale);
        if (!drawing.transparent)
            painter.fillRect(QRectF(0, 0, drawing.width, drawing.height), Qt::white);
        for (const Grid& grid : drawing.grids) {
            throwIfStopped(stop);
            if (grid.colors.size() <= mostVectorCells)
                paintShapes(painter, grid, allOpaque(grid), stop);
            else
                paintImage(painter, grid);
        }
        throwIfStopped(stop);
        paintMarks(painter, drawing);
    }
    return buffer.data();
}

} // namespace softscope
