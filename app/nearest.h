// What a person may have meant.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace softscope {

/// The word that begins like this one, where there is one; else that which the fewest insertions, deletions,
/// replacements and swaps of neighbours lead to. Empty where none is near: one slip in three letters and the same first
/// letter, leading dashes left out.
std::string_view nearest(std::string_view word, std::span<const std::string_view> known);

} // namespace softscope
