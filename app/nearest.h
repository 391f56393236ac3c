// What a person may have meant.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace softscope {

/// The word that the fewest insertions, deletions, replacements and swaps of neighbours lead to; empty where none is
/// near.
std::string_view nearest(std::string_view word, std::span<const std::string_view> known);

} // namespace softscope
