#include "core/io/utf8.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace softscope {
namespace {

constexpr char32_t replacement = 0xFFFD, last = 0x10FFFF;
constexpr char32_t surrogatesFrom = 0xD800, surrogatesTo = 0xDFFF;
constexpr std::array<char32_t, 5> leastOfLength{0, 0, 0x80, 0x800, 0x10000};

std::size_t lengthFrom(unsigned char lead) {
    if (lead < 0x80)
        return 1;
    if (lead >= 0xC0 && lead < 0xE0)
        return 2;
    if (lead >= 0xE0 && lead < 0xF0)
        return 3;
    return lead >= 0xF0 && lead < 0xF8 ? 4 : 0;
}

} // namespace

std::u32string codePoints(std::string_view utf8) {
    std::u32string points;
    points.reserve(utf8.size());
    for (std::size_t i = 0; i < utf8.size();) {
        const auto lead = static_cast<unsigned char>(utf8[i]);
        const std::size_t length = lengthFrom(lead);
        const std::string_view tail = length == 0 ? std::string_view() : utf8.substr(i + 1, length - 1);
        const bool whole = length > 0 && tail.size() == length - 1 &&
                           std::all_of(tail.begin(), tail.end(), [](char c) { return (c & 0xC0) == 0x80; });
        char32_t point = length <= 1 ? lead : lead & (0x7FU >> length);
        for (const char c : tail)
            point = point << 6 | (c & 0x3F);
        const bool valid = whole && point >= leastOfLength[length] && point <= last &&
                           (point < surrogatesFrom || point > surrogatesTo);
        points += valid ? point : replacement;
        i += valid ? length : 1;
    }
    return points;
}

} // namespace softscope
