#include "core/io/file_kind.h"

#include "core/base/error.h"
#include "core/io/system_reason.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <string>
#include <string_view>

#include <fcntl.h>
#include <unistd.h>

namespace softscope {
namespace {

std::string beginningOf(const std::filesystem::path& file) {
    std::error_code failure;
    if (std::filesystem::is_directory(file, failure))
        refuseFile("open", file, "it is a folder");
    const int descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY);
    if (descriptor < 0)
        refuseFile("open", file, systemReason(errno));
    std::string bytes(512, '\0');
    const ssize_t got = ::read(descriptor, bytes.data(), bytes.size());
    const int code = errno;
    ::close(descriptor);
    if (got < 0)
        refuseFile("read", file, systemReason(code));
    bytes.resize(static_cast<std::size_t>(got));
    return bytes;
}

} // namespace

FileKind fileKind(const std::filesystem::path& file) {
    const std::string bytes = beginningOf(file);
    const std::string_view start = bytes;
    if (start.starts_with("\x89PNG") || start.starts_with("%PDF-"))
        return FileKind::figure;
    if (start.starts_with("\x93NUMPY"))
        return FileKind::array;
    // A .safetensors file begins with the length of its header, which has zero bytes; so have pickles and archives.
    const bool isText = std::all_of(start.begin(), start.end(), [](char c) {
        return static_cast<unsigned char>(c) >= 32 || c == '\n' || c == '\r' || c == '\t';
    });
    if (!isText)
        return FileKind::tensors;
    const std::size_t first = start.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
    return first != std::string_view::npos && start[first] == '<' ? FileKind::figure : FileKind::session;
}

} // namespace softscope
