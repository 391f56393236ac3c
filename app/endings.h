// What an output file is to be, by its name.
#pragma once

#include "core/base/error.h"
#include "core/io/shown_text.h"

#include <filesystem>
#include <initializer_list>
#include <string>

namespace softscope {

/// The ending of the file, which must be one of these. Throws UsageError that lists them.
inline std::string endingOf(const std::filesystem::path& file, std::initializer_list<const char*> known) {
    std::string ending = file.extension().string();
    std::string list;
    for (const char* one : known) {
        if (ending == one)
            return ending;
        list.append(list.empty() ? "" : one == *(known.end() - 1) ? " or " : ", ").append(one);
    }
    throw UsageError("-o takes a file that ends in " + list + ", not " + shownText(file.string()));
}

} // namespace softscope
