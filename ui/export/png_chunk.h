// The chunks that a PNG is made of, among them a text in UTF-8, uncompressed.
#pragma once

#include <QByteArray>

#include <cstdint>
#include <string_view>

namespace softscope {

inline constexpr std::string_view pngMagic{"\x89PNG\r\n\x1a\n", 8};

/// CRC-32 of PNG (ISO 3309), continued from `crc` (start with 0).
std::uint32_t crc32(std::string_view bytes, std::uint32_t crc = 0);

/// A whole chunk: length, type (four letters), body, CRC.
QByteArray pngChunk(std::string_view type, const QByteArray& body);

/// A whole iTXt chunk: length, type, keyword, text, CRC.
QByteArray textChunk(std::string_view keyword, std::string_view utf8);

/// The text of the body of an iTXt chunk when its keyword is `keyword` and it is not compressed; else null.
QByteArray textInChunk(const QByteArray& body, std::string_view keyword);

} // namespace softscope
