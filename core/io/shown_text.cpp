#include "core/io/shown_text.h"

#include "core/base/utf8.h"

#include <algorithm>

namespace softscope {
namespace {

constexpr std::size_t mostBytes = 60;

} // namespace

std::string shownText(std::string_view bytes) {
    bool cut = bytes.size() > mostBytes;
    std::size_t end = cut ? mostBytes : bytes.size();
    // Not through the middle of a character.
    while (cut && end > mostBytes - 4 && (bytes[end] & 0xC0) == 0x80)
        --end;
    std::string text(bytes.substr(0, end));
    const bool valid = codePoints(text).find(char32_t{0xFFFD}) == std::u32string::npos;
    std::replace_if(
        text.begin(), text.end(),
        [valid](char c) {
            const auto byte = static_cast<unsigned char>(c);
            return byte < 0x20 || byte == 0x7F || (byte >= 0x80 && !valid);
        },
        '?');
    return "“" + text + (cut ? "…”" : "”");
}

} // namespace softscope
