#include "core/base/utf8.h"

#include <cstddef>
#include <cstdint>

namespace softscope {

bool isUtf8(std::string_view text) {
    for (std::size_t i = 0; i < text.size();) {
        const auto lead = static_cast<unsigned char>(text[i]);
        if (lead < 0x80) {
            ++i;
            continue;
        }
        const std::size_t more = lead >= 0xF0 ? 3 : lead >= 0xE0 ? 2 : 1;
        if (lead < 0xC2 || lead > 0xF4 || text.size() - i <= more)
            return false;
        std::uint32_t point = lead & (0x3FU >> more);
        for (std::size_t j = 1; j <= more; ++j) {
            const auto next = static_cast<unsigned char>(text[i + j]);
            if ((next & 0xC0) != 0x80)
                return false;
            point = point << 6 | (next & 0x3FU);
        }
        const std::uint32_t least = more == 3 ? 0x10000 : more == 2 ? 0x800 : 0x80;
        if (point < least || point > 0x10FFFF || (point >= 0xD800 && point <= 0xDFFF))
            return false;
        i += more + 1;
    }
    return true;
}

} // namespace softscope
