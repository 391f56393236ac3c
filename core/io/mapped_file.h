// A file's bytes without reading them: memory-mapped.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>

namespace softscope {

struct MappedFile {
    std::span<const std::byte> bytes;
    std::shared_ptr<const void> owner; ///< unmaps when the last one goes
};

/// Throws Error: cannot be opened, not an ordinary file.
MappedFile mapFile(const std::filesystem::path& file);

} // namespace softscope
