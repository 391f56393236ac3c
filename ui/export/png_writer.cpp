#include "core/base/error.h"
#include "ui/export/paint_drawing.h"
#include "ui/export/png_chunk.h"
#include "ui/export/write_figure.h"

#include <QBuffer>
#include <QImageWriter>

namespace softscope {

namespace {

/// Refuses bytes once the stop token is set, which ends the encoder at once.
class StoppableBuffer : public QBuffer {
public:
    explicit StoppableBuffer(std::stop_token stop) : m_stop(std::move(stop)) {}

protected:
    qint64 writeData(const char* data, qint64 size) override {
        return m_stop.stop_requested() ? -1 : QBuffer::writeData(data, size);
    }

private:
    std::stop_token m_stop;
};

} // namespace

QByteArray pngBytes(const Drawing& drawing, double dpi, const std::string& sceneJson, std::stop_token stop) {
    QImage image = imageOf(drawing);
    if (stop.stop_requested())
        throw Cancelled();
    image.setDotsPerMeterX(qRound(dpi / 0.0254));
    image.setDotsPerMeterY(qRound(dpi / 0.0254));
    if (!drawing.transparent)
        image.reinterpretAsFormat(QImage::Format_RGB32);
    StoppableBuffer buffer(stop);
    buffer.open(QIODevice::WriteOnly);
    QImageWriter writer(&buffer, "png");
    if (!writer.write(image)) {
        if (stop.stop_requested())
            throw Cancelled();
        throw Error("The picture could not be written as PNG: " + writer.errorString().toStdString() + ".");
    }
    // Qt would compress the text, and its reader refuses large pictures: our own chunks, right after IHDR, are found
    // by a short scan. 8 bytes of magic and 25 of IHDR come first.
    QByteArray bytes = buffer.data();
    bytes.insert(33, textChunk("Software", "Softscope " SOFTSCOPE_VERSION) +
                         textChunk("Title", drawing.title.toUtf8().toStdString()) + textChunk(pngKeyword, sceneJson));
    return bytes;
}

} // namespace softscope
