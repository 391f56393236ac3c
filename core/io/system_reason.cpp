#include "core/io/system_reason.h"

#include "core/base/error.h"

#include <array>
#include <cerrno>
#include <charconv>
#include <clocale>
#include <cstring>

namespace softscope {

std::string systemReason(int code) {
    switch (code) {
    case ENOENT:
        return "there is no such file or folder";
    case EACCES:
    case EPERM:
        return "permission denied";
    case ENOSPC:
        return "the disk is full";
    case EDQUOT:
        return "the disk quota is used up";
    case EROFS:
        return "the disk can only be read";
    case EISDIR:
        return "it is a folder";
    case ENOTDIR:
        return "a part of its path is a file, not a folder";
    case ENAMETOOLONG:
        return "its name is too long";
    case ELOOP:
        return "its symbolic links lead in a circle";
    case EFBIG:
        return "it is larger than the system allows";
    case EPIPE:
        return "the program that was reading has closed it";
    default:
        break;
    }
    static const locale_t plain = newlocale(LC_ALL_MASK, "C", nullptr);
    return plain != nullptr ? strerror_l(code, plain) : "error " + std::to_string(code);
}

std::string byteText(std::uintmax_t bytes) {
    if (bytes < 1000)
        return std::to_string(bytes) + (bytes == 1 ? " byte" : " bytes");
    constexpr std::array<const char*, 6> units{" kB", " MB", " GB", " TB", " PB", " EB"};
    double size = static_cast<double>(bytes) / 1000;
    std::size_t unit = 0;
    for (; size >= 999.5 && unit + 1 < units.size(); ++unit)
        size /= 1000;
    std::array<char, 32> buffer;
    const int decimals = size < 9.95 ? 1 : 0;
    const auto end =
        std::to_chars(buffer.data(), buffer.data() + buffer.size(), size, std::chars_format::fixed, decimals);
    return std::string(buffer.data(), end.ptr) + units[unit];
}

void refuseFile(std::string_view what, const std::filesystem::path& file, const std::string& reason) {
    throw Error("Cannot " + std::string(what) + " " + file.string() + ": " + reason + ".");
}

} // namespace softscope
