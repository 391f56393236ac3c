#include "ui/export/png_encoder.h"

#include "core/base/error.h"
#include "ui/export/png_chunk.h"

#include <QtEndian>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <new>
#include <span>
#include <vector>

#include <zlib.h>

namespace softscope {

namespace {

constexpr int chunkBytes = 1 << 18;

/// Takes bytes and appends them, deflated, to the file as IDAT chunks.
class ImageData {
public:
    explicit ImageData(QByteArray& file) : m_file(file), m_chunk(chunkBytes, '\0') {
        if (deflateInit(&m_stream, Z_DEFAULT_COMPRESSION) != Z_OK)
            throw std::bad_alloc();
        startChunk();
    }
    ~ImageData() { deflateEnd(&m_stream); }
    ImageData(const ImageData&) = delete;
    ImageData& operator=(const ImageData&) = delete;
    ImageData(ImageData&&) = delete;
    ImageData& operator=(ImageData&&) = delete;

    void add(std::span<uchar> bytes) {
        m_stream.next_in = bytes.data();
        m_stream.avail_in = static_cast<uInt>(bytes.size());
        while (m_stream.avail_in > 0) {
            deflate(&m_stream, Z_NO_FLUSH);
            if (m_stream.avail_out == 0)
                endChunk();
        }
    }
    void finish() {
        while (deflate(&m_stream, Z_FINISH) != Z_STREAM_END)
            endChunk();
        endChunk();
    }

private:
    void startChunk() {
        m_stream.next_out = reinterpret_cast<Bytef*>(m_chunk.data());
        m_stream.avail_out = chunkBytes;
    }
    void endChunk() {
        m_file += pngChunk("IDAT", m_chunk.left(chunkBytes - static_cast<int>(m_stream.avail_out)));
        startChunk();
    }

    QByteArray& m_file;
    QByteArray m_chunk;
    z_stream m_stream{};
};

/// The filters of PNG (its specification, chapter 9): each row as differences from its neighbours, by the filter whose
/// differences are least in sum, as the specification advises.
class RowFilter {
public:
    RowFilter(std::size_t rowBytes, std::size_t pixelBytes) : m_pixel(pixelBytes), m_above(rowBytes) {
        for (auto& line : m_lines)
            line.resize(rowBytes + 1);
    }

    /// The number of the filter and the filtered bytes.
    std::span<uchar> filtered(std::span<const uchar> row) {
        std::array<unsigned long, filters> sums{};
        for (std::size_t i = 0; i < row.size(); ++i) {
            const int left = i < m_pixel ? 0 : row[i - m_pixel], above = m_above[i];
            const int corner = i < m_pixel ? 0 : m_above[i - m_pixel];
            const std::array<int, filters> guesses{0, left, above, (left + above) / 2, paeth(left, above, corner)};
            for (std::size_t f = 0; f < filters; ++f) {
                const auto difference = static_cast<uchar>(row[i] - guesses[f]);
                m_lines[f][i + 1] = difference;
                sums[f] += difference < 128 ? difference : 256UL - difference;
            }
        }
        const auto best = static_cast<std::size_t>(std::min_element(sums.begin(), sums.end()) - sums.begin());
        std::copy(row.begin(), row.end(), m_above.begin());
        m_lines[best][0] = static_cast<uchar>(best);
        return m_lines[best];
    }

private:
    static constexpr std::size_t filters = 5;

    static int paeth(int left, int above, int corner) {
        const int guess = left + above - corner;
        const int toLeft = std::abs(guess - left), toAbove = std::abs(guess - above),
                  toCorner = std::abs(guess - corner);
        if (toLeft <= toAbove && toLeft <= toCorner)
            return left;
        return toAbove <= toCorner ? above : corner;
    }

    std::size_t m_pixel;
    std::vector<uchar> m_above;
    std::array<std::vector<uchar>, filters> m_lines;
};

QByteArray header(const QImage& image) {
    constexpr char eightBits = 8, colours = 2, coloursAndAlpha = 6;
    QByteArray body(13, '\0'); // the last three, compression, filter and interlace, are 0
    qToBigEndian<quint32>(static_cast<quint32>(image.width()), body.data());
    qToBigEndian<quint32>(static_cast<quint32>(image.height()), body.data() + 4);
    body[8] = eightBits;
    body[9] = image.hasAlphaChannel() ? coloursAndAlpha : colours;
    return pngChunk("IHDR", body);
}

} // namespace

QByteArray encodePng(const QImage& image, const QByteArray& ancillary, const std::stop_token& stop) {
    const QImage::Format format = image.hasAlphaChannel() ? QImage::Format_RGBA8888 : QImage::Format_RGB888;
    const std::size_t pixelBytes = image.hasAlphaChannel() ? 4 : 3;
    const std::size_t rowBytes = static_cast<std::size_t>(image.width()) * pixelBytes;
    QByteArray file(pngMagic.data(), static_cast<qsizetype>(pngMagic.size()));
    file += header(image) + ancillary;
    ImageData data(file);
    RowFilter filter(rowBytes, pixelBytes);
    for (int y = 0; y < image.height(); ++y) {
        if (stop.stop_requested())
            throw Cancelled();
        const QImage row = image.copy(0, y, image.width(), 1).convertToFormat(format);
        if (row.isNull())
            throw std::bad_alloc();
        data.add(filter.filtered({row.constScanLine(0), rowBytes}));
    }
    data.finish();
    return file + pngChunk("IEND", {});
}

} // namespace softscope
