// Pixels → the image chunks of a PNG.
#pragma once

#include <QByteArray>
#include <QImage>

#include <stop_token>

namespace softscope {

/// From the signature to IEND: IHDR, `ancillary` (whole chunks) and the pixels, 8 bits a channel, with an alpha channel
/// where the image has one. Our own encoder, because Qt's can only be stopped by an error, which libpng prints. Throws
/// Cancelled between two rows.
QByteArray encodePng(const QImage& image, const QByteArray& ancillary, const std::stop_token& stop);

} // namespace softscope
