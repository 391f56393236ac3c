// How much memory there is to take.
#pragma once

#include <cstdint>
#include <string>

namespace softscope {

/// Bytes that this process could still take without swapping: the least of what the system, the control group and the
/// process's own limit leave. The largest number where none of them says.
std::uintmax_t availableMemory();

/// "1.5 GB", "640 MB", "12 bytes": decimal units, for messages.
std::string bytesText(std::uintmax_t bytes);

} // namespace softscope
