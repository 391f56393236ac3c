#include "core/io/csv.h"

#include <array>
#include <charconv>
#include <cmath>

namespace softscope {
namespace {

constexpr int floatDigits = 9;

/// nan, inf and -inf without regard to the sign of a NaN, or nothing for a finite number.
template <typename Number>
const char* specialText(Number value) {
    if (std::isnan(value))
        return "nan";
    if (std::isinf(value))
        return value < 0 ? "-inf" : "inf";
    return nullptr;
}

} // namespace

void appendNumber(std::string& text, float value) {
    if (const char* special = specialText(value)) {
        text += special;
        return;
    }
    std::array<char, 32> buffer;
    const auto end =
        std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::general, floatDigits);
    text.append(buffer.data(), end.ptr);
}

void appendNumber(std::string& text, double value) {
    if (const char* special = specialText(value)) {
        text += special;
        return;
    }
    std::array<char, 32> buffer;
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
    text.append(buffer.data(), end.ptr);
}

std::string csvField(const std::string& text) {
    if (text.find_first_of(",\"\r\n") == std::string::npos)
        return text;
    std::string quoted = "\"";
    for (const char c : text) {
        if (c == '"')
            quoted += '"';
        quoted += c;
    }
    return quoted + '"';
}

void appendCsvRow(std::string& text, const float* values, Index count) {
    for (Index i = 0; i < count; ++i) {
        if (i > 0)
            text += ',';
        appendNumber(text, values[i]);
    }
    text += '\n';
}

} // namespace softscope
