// Words → numbers, always in the C locale, the whole word or nothing.
#pragma once

#include <charconv>
#include <cstdint>
#include <optional>
#include <string_view>

namespace softscope {

/// The number that the whole of `text` writes; empty for anything else (spaces, a suffix, a plus sign, out of range).
template <typename Number>
std::optional<Number> parseNumber(std::string_view text) {
    Number value{};
    const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (failure != std::errc() || end != text.data() + text.size())
        return std::nullopt;
    return value;
}

} // namespace softscope
