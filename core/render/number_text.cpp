#include "core/render/number_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <string_view>

namespace softscope {
namespace {

constexpr std::string_view minus = "−";  // U+2212
constexpr double plainBelow = 999'999.5; // from here on the unit digit is noise to a reader
constexpr int plainFromExponent = -4;    // 0.000120, but 1.20e−5
constexpr double signedPlainBelow = 1e9;

std::string formatted(double magnitude, std::chars_format format, int decimals) {
    std::array<char, 512> buffer;
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), magnitude, format, decimals);
    return {buffer.data(), end.ptr};
}

/// "3.14e-17" → its exponent, −17.
int exponentOf(std::string_view scientific) {
    const std::size_t at = scientific.find('e');
    const std::string_view digits = scientific.substr(scientific[at + 1] == '+' ? at + 2 : at + 1);
    int exponent = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), exponent);
    return exponent;
}

/// A positive finite number to `digits` significant digits.
std::string magnitudeText(double magnitude, int digits) {
    // Rounded first, so that 9.996 counts as 10.0 and 0.00009996 as 0.000100.
    const std::string scientific = formatted(magnitude, std::chars_format::scientific, digits - 1);
    const int exponent = exponentOf(scientific);
    if (magnitude < plainBelow && exponent >= plainFromExponent)
        return formatted(magnitude, std::chars_format::fixed, std::max(0, digits - 1 - exponent));
    std::string text = scientific.substr(0, scientific.find('e') + 1);
    text += exponent < 0 ? minus : std::string_view();
    return text + std::to_string(std::abs(exponent));
}

} // namespace

std::string numberText(double value, int digits) {
    if (std::isnan(value))
        return "–";
    if (value == 0)
        return "0";
    const std::string sign(value < 0 ? minus : std::string_view());
    if (std::isinf(value))
        return sign + "∞";
    return sign + magnitudeText(std::abs(value), std::max(1, digits));
}

std::string signedText(double value, int decimals) {
    if (std::isnan(value))
        return "–";
    std::string text;
    if (std::isinf(value))
        text = "∞";
    else if (std::abs(value) < signedPlainBelow)
        text = formatted(std::abs(value), std::chars_format::fixed, decimals);
    else
        text = magnitudeText(std::abs(value), decimals + 1);
    // What rounds to zero has no side: "+0.00", not "−0.00".
    const bool zero = text.find_first_not_of("0.") == std::string::npos;
    return std::string(value < 0 && !zero ? minus : std::string_view("+")) + text;
}

} // namespace softscope
