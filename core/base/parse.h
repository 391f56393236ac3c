// Words → numbers and back, always in the C locale, the whole word or nothing.
#pragma once

#include <charconv>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
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

/// The shortest text that parseNumber reads back as the same number: "0.1", "1e+06", "nan".
inline std::string shortestText(double value) {
    char text[32];
    return {text, std::to_chars(std::begin(text), std::end(text), value).ptr};
}

} // namespace softscope
