#include "core/io/file_kind.h"

#include "core/io/foreign.h"
#include "core/io/ordinary_file.h"

#include <algorithm>
#include <span>
#include <string>
#include <string_view>

namespace softscope {
namespace {

constexpr std::size_t startBytes = 512;

/// The first bytes and, of a longer file, the last one, by which pickles as text are known.
std::string endsOf(const std::filesystem::path& path) {
    const OrdinaryFile file(path);
    std::string bytes(startBytes, '\0');
    bytes.resize(file.read(bytes.data(), bytes.size(), 0));
    if (char last = 0; file.size() > bytes.size() && file.read(&last, 1, file.size() - 1) == 1)
        bytes += last;
    return bytes;
}

} // namespace

FileKind fileKind(const std::filesystem::path& file) {
    const std::string bytes = endsOf(file);
    const std::string_view start = bytes;
    if (start.starts_with("\x89PNG") || start.starts_with("%PDF-"))
        return FileKind::figure;
    if (start.starts_with("\x93NUMPY"))
        return FileKind::array;
    // A .safetensors file begins with the length of its header, which has zero bytes; so have archives and most
    // pickles. The readers of tensors say what to do with a pickle, be it text or not.
    const bool isText = std::all_of(start.begin(), start.end(), [](char c) {
        return static_cast<unsigned char>(c) >= 32 || c == '\n' || c == '\r' || c == '\t';
    });
    if (!isText || pickleReason(std::as_bytes(std::span(bytes))))
        return FileKind::tensors;
    const std::size_t first = start.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
    return first != std::string_view::npos && start[first] == '<' ? FileKind::figure : FileKind::session;
}

} // namespace softscope
