// Parallel loops over numbered blocks, on oneTBB.
#pragma once

#include "core/base/matrix.h"

#include <functional>
#include <stop_token>

namespace softscope {

/// Calls body(0) … body(count − 1), in any order, on at most `threads` threads (0: all cores) and the calling one.
/// Before each call `stop` is looked at: once it is set no new call begins and Cancelled is thrown. The first exception
/// of a body is rethrown. Bodies write to places of their own; what they wrote is visible to the caller afterwards.
void parallelFor(Index count, int threads, const std::stop_token& stop, const std::function<void(Index)>& body);

} // namespace softscope
