// What a file is, told by its first bytes, whatever its name.
#pragma once

#include <filesystem>

namespace softscope {

enum class FileKind {
    session, ///< text that begins with a brace, or anything else that can only be a broken session (an empty file)
    figure,  ///< PNG, SVG or PDF
    array,   ///< .npy
    tensors  ///< anything else: the readers of tensors know it or refuse it
};

/// Throws Error: a file that cannot be opened; a folder, a pipe, a device.
FileKind fileKind(const std::filesystem::path& file);

} // namespace softscope
