// How much memory there is to take.
#pragma once

#include <cstddef>
#include <cstdint>

namespace softscope {

/// Bytes that this process could still take without swapping: the least of what the system, the control group and the
/// process's own limit leave. The largest number where none of them says.
std::uintmax_t availableMemory();

/// To be called for a large block of fresh memory before it is first touched: the system may give it whole pages of
/// 2 MiB, so that a large map costs a few faults and not hundreds of thousands. Changes nothing else; small blocks and
/// systems without such pages are left alone.
void preferLargePages(void* begin, std::size_t bytes);

} // namespace softscope
