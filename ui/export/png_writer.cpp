#include "core/base/error.h"
#include "ui/export/paint_drawing.h"
#include "ui/export/png_chunk.h"
#include "ui/export/png_encoder.h"
#include "ui/export/write_figure.h"

#include <QtEndian>

namespace softscope {

namespace {

QByteArray resolutionChunk(double dpi) {
    constexpr double metresPerInch = 0.0254;
    QByteArray body(9, '\1'); // the last byte: the unit is the metre
    const auto perMetre = static_cast<quint32>(qRound(dpi / metresPerInch));
    qToBigEndian(perMetre, body.data());
    qToBigEndian(perMetre, body.data() + 4);
    return pngChunk("pHYs", body);
}

} // namespace

QByteArray pngBytes(const Drawing& drawing, double dpi, const std::string& sceneJson, const std::stop_token& stop) {
    QImage image = imageOf(drawing);
    if (!drawing.transparent)
        image.reinterpretAsFormat(QImage::Format_RGB32);
    // The texts come before the pixels, so that a short scan finds them.
    const QByteArray texts = textChunk("Software", "Softscope " SOFTSCOPE_VERSION) +
                             textChunk("Title", drawing.title.toUtf8().toStdString()) +
                             textChunk(pngKeyword, sceneJson);
    return encodePng(image, texts + resolutionChunk(dpi), stop);
}

} // namespace softscope
