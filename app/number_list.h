// LIST on the command line.
#pragma once

#include "core/base/matrix.h"

#include <string_view>
#include <vector>

namespace softscope {

/// `64`, `1,2,4` or `16..1024` (doubling). Throws UsageError that goes on from the option's name.
std::vector<Index> numberList(std::string_view text, Index low, Index high);

} // namespace softscope
