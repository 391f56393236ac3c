#include "core/base/resources.h"

namespace softscope {
namespace {

constexpr std::string_view prefix = "softscope:";

} // namespace

std::filesystem::path resourceFolder() {
    std::error_code failure;
    const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", failure);
    return (program.parent_path().parent_path() / "share" / "softscope").lexically_normal();
}

std::filesystem::path resolvePath(std::string_view path) {
    if (path.starts_with(prefix))
        return resourceFolder() / path.substr(prefix.size());
    return path;
}

std::string portablePath(const std::filesystem::path& file) {
    std::string text = file.string();
    if (text.starts_with(prefix))
        return text;
    std::error_code failure, noFolder;
    const std::filesystem::path absolute = std::filesystem::absolute(file, failure).lexically_normal();
    const std::filesystem::path real = std::filesystem::weakly_canonical(absolute, failure);
    const std::filesystem::path inside =
        real.lexically_relative(std::filesystem::weakly_canonical(resourceFolder(), noFolder));
    if (!failure && !noFolder && !inside.empty() && *inside.begin() != ".." && inside != ".")
        return std::string(prefix) + inside.string();
    return absolute.string();
}

} // namespace softscope
