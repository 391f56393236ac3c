#include "core/base/resources.h"

namespace softscope {

std::filesystem::path resourceFolder() {
    std::error_code failure;
    const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", failure);
    return (program.parent_path().parent_path() / "share" / "softscope").lexically_normal();
}

std::filesystem::path resolvePath(std::string_view path) {
    constexpr std::string_view prefix = "softscope:";
    if (path.starts_with(prefix))
        return resourceFolder() / path.substr(prefix.size());
    return path;
}

} // namespace softscope
