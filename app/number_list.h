// LIST on the command line.
#pragma once

#include "app/arguments.h"
#include "core/base/matrix.h"

#include <string_view>
#include <vector>

namespace softscope {

/// `64`, `1,2,4` or `16..1024` (doubling). Throws UsageError that goes on from the option's name.
std::vector<Index> numberList(std::string_view text, Index low, Index high);

/// The LIST that an option gives, and the same in ascending order with each number once. Throws UsageError, also where
/// it was not given.
struct ListOption {
    std::vector<Index> asGiven, sorted;
    /// Where a number of the list stands in `sorted`.
    std::size_t placeOf(Index number) const;
};
ListOption listOption(const Arguments& arguments, std::string_view name, Index high);

} // namespace softscope
