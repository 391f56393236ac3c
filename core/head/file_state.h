// Which state of a file a head was read from.
#pragma once

#include "core/scene/scene.h"

#include <cstdint>
#include <filesystem>

namespace softscope {

/// When a file was written and how long it is: another state must be read again.
struct FileState {
    std::filesystem::file_time_type written;
    std::uintmax_t bytes = 0;
    bool operator==(const FileState&) const = default;
};

/// Of the file of a source of tensors; nothing for other sources. Throws nothing: a file that is gone has a state of
/// its own.
FileState stateOf(const Source& source);

} // namespace softscope
