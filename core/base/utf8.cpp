#include "core/base/utf8.h"

#include <cstddef>

namespace softscope {
namespace {

/// The bytes of the well-formed code point that `text`, which is not empty, begins with, and the point; 0: none.
struct Step {
    std::size_t bytes;
    char32_t point;
};

Step firstOf(std::string_view text) {
    constexpr char32_t leastOfLength[] = {0, 0, 0x80, 0x800, 0x10000};
    constexpr char32_t last = 0x10FFFF, surrogatesFrom = 0xD800, surrogatesTo = 0xDFFF;
    const auto lead = static_cast<unsigned char>(text[0]);
    if (lead < 0x80)
        return {1, lead};
    const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
    if (lead < 0xC2 || lead > 0xF4 || text.size() < length)
        return {0, 0};
    char32_t point = lead & (0x7FU >> length);
    for (std::size_t i = 1; i < length; ++i) {
        const auto next = static_cast<unsigned char>(text[i]);
        if ((next & 0xC0U) != 0x80U)
            return {0, 0};
        point = point << 6 | (next & 0x3FU);
    }
    if (point < leastOfLength[length] || point > last || (point >= surrogatesFrom && point <= surrogatesTo))
        return {0, 0};
    return {length, point};
}

} // namespace

bool isUtf8(std::string_view text) {
    while (!text.empty()) {
        const Step step = firstOf(text);
        if (step.bytes == 0)
            return false;
        text.remove_prefix(step.bytes);
    }
    return true;
}

std::u32string codePoints(std::string_view utf8) {
    constexpr char32_t replacement = 0xFFFD;
    std::u32string points;
    points.reserve(utf8.size());
    while (!utf8.empty()) {
        const Step step = firstOf(utf8);
        points += step.bytes > 0 ? step.point : replacement;
        utf8.remove_prefix(step.bytes > 0 ? step.bytes : 1);
    }
    return points;
}

} // namespace softscope
