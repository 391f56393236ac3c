#include "ui/export/png_encoder.h"

#include "core/base/error.h"
#include "tests/catch.h"

using namespace softscope;

namespace {

/// Noise, slopes and flat parts, so that every filter is used.
QImage patchwork(int width, int height, QImage::Format format) {
    QImage image(width, height, QImage::Format_ARGB32);
    std::uint32_t random = 1;
    for (int y = 0; y < height; ++y) {
        for (int x = 0; x < width; ++x) {
            random = random * 1664525U + 1013904223U;
            const int alpha = y % 3 == 0 ? 255 : 5 * x % 256;
            const QRgb cell = y % 5 == 0   ? random
                              : y % 5 == 1 ? qRgba(7 * x % 256, 3 * y % 256, (x + y) % 256, alpha)
                                           : qRgba(200, 100, y % 256, alpha);
            image.setPixel(x, y, cell);
        }
    }
    return image.convertToFormat(format);
}

} // namespace

TEST_CASE("a PNG of ours is read back as it was, with and without alpha, at any size") {
    for (const QSize size : {QSize(1, 1), QSize(2, 7), QSize(33, 41), QSize(600, 500)}) {
        CAPTURE(size.width(), size.height());
        const QImage opaque = patchwork(size.width(), size.height(), QImage::Format_RGB32);
        const QImage readOpaque = QImage::fromData(encodePng(opaque, {}, {}), "png");
        CHECK_FALSE(readOpaque.hasAlphaChannel());
        CHECK(readOpaque.convertToFormat(QImage::Format_RGB32) == opaque);
        const QImage clear = patchwork(size.width(), size.height(), QImage::Format_ARGB32);
        CHECK(QImage::fromData(encodePng(clear, {}, {}), "png").convertToFormat(QImage::Format_ARGB32) == clear);
    }
}

TEST_CASE("flat pictures become small files") {
    QImage flat(1000, 1000, QImage::Format_RGB32);
    flat.fill(Qt::white);
    CHECK(encodePng(flat, {}, {}).size() < 10'000);
}

TEST_CASE("a stop ends the encoding") {
    std::stop_source source;
    source.request_stop();
    CHECK_THROWS_AS(encodePng(patchwork(9, 9, QImage::Format_RGB32), {}, source.get_token()), Cancelled);
}
