#include "ui/export/png_chunk.h"

#include <QtEndian>

#include <array>

namespace softscope {

namespace {

constexpr std::array<std::uint32_t, 256> makeTable() {
    std::array<std::uint32_t, 256> table{};
    for (std::uint32_t i = 0; i < 256; ++i) {
        std::uint32_t value = i;
        for (int bit = 0; bit < 8; ++bit)
            value = (value & 1U) != 0 ? 0xEDB88320U ^ (value >> 1U) : value >> 1U;
        table[i] = value;
    }
    return table;
}
constexpr std::array<std::uint32_t, 256> table = makeTable();

QByteArray bigEndian(std::uint32_t value) {
    QByteArray bytes(4, '\0');
    qToBigEndian(value, bytes.data());
    return bytes;
}

QByteArray byteArray(std::string_view bytes) {
    return {bytes.data(), static_cast<qsizetype>(bytes.size())};
}

} // namespace

std::uint32_t crc32(std::string_view bytes, std::uint32_t crc) {
    crc = ~crc;
    for (const char c : bytes)
        crc = table[(crc ^ static_cast<unsigned char>(c)) & 0xFFU] ^ (crc >> 8U);
    return ~crc;
}

QByteArray pngChunk(std::string_view type, const QByteArray& body) {
    const std::string_view content(body.data(), static_cast<std::size_t>(body.size()));
    return bigEndian(static_cast<std::uint32_t>(body.size())) + byteArray(type) + body +
           bigEndian(crc32(content, crc32(type)));
}

QByteArray textChunk(std::string_view keyword, std::string_view utf8) {
    // iTXt: keyword 0, compression flag, compression method, language 0, translated keyword 0, text.
    return pngChunk("iTXt", byteArray(keyword) + QByteArray(5, '\0') + byteArray(utf8));
}

QByteArray textInChunk(const QByteArray& body, std::string_view keyword) {
    const auto size = static_cast<qsizetype>(keyword.size());
    if (!body.startsWith(byteArray(keyword)) || body.size() < size + 5 || body[size] != '\0' || body[size + 1] != '\0')
        return {};
    const qsizetype language = body.indexOf('\0', size + 3);
    const qsizetype translated = language < 0 ? -1 : body.indexOf('\0', language + 1);
    return translated < 0 ? QByteArray() : body.mid(translated + 1);
}

} // namespace softscope
