// How much memory there is to take.
#pragma once

#include <cstdint>

namespace softscope {

/// Bytes that this process could still take without swapping: the least of what the system, the control group and the
/// process's own limit leave. The largest number where none of them says.
std::uintmax_t availableMemory();

} // namespace softscope
