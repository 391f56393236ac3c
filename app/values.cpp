#include "app/values.h"

#include "core/base/parse.h"

namespace softscope {

Index wholeNumber(std::string_view text, Index low, Index high) {
    const auto value = parseNumber<Index>(text);
    if (!value || *value < low || *value > high)
        throw UsageError("takes a whole number from " + std::to_string(low) + " to " + std::to_string(high) + ", not " +
                         shownText(text));
    return *value;
}

std::uint64_t seedNumber(std::string_view text) {
    const auto value = parseNumber<std::uint64_t>(text);
    if (!value)
        throw UsageError("takes a whole number from 0 to 18446744073709551615, not " + shownText(text));
    return *value;
}

double number(std::string_view text, double low, double high) {
    const auto value = parseNumber<double>(text);
    if (!value || !(*value >= low && *value <= high)) // NaN fails both
        throw UsageError("takes a number from " + shortestText(low) + " to " + shortestText(high) + ", not " +
                         shownText(text));
    return *value;
}

} // namespace softscope
