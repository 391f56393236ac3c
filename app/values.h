// Words of the command line → values. Each throws UsageError that goes on from the option's name.
#pragma once

#include "core/scene/words.h"

#include "core/base/error.h"
#include "core/io/shown_text.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace softscope {

Index wholeNumber(std::string_view text, Index low, Index high);
std::uint64_t seedNumber(std::string_view text);
double number(std::string_view text, double low, double high);

template <typename Enum>
Enum word(std::string_view text) {
    if (const auto value = fromWord<Enum>(text))
        return *value;
    throw UsageError("takes " + listOfWords<Enum>() + ", not " + shownText(text));
}

} // namespace softscope
