#include "core/head/file_state.h"

#include "core/base/resources.h"

namespace softscope {

FileState stateOf(const Source& source) {
    std::error_code failure;
    if (source.kind != SourceKind::tensors)
        return {};
    const std::filesystem::path file = resolvePath(source.tensors.path);
    return {std::filesystem::last_write_time(file, failure), std::filesystem::file_size(file, failure)};
}

} // namespace softscope
