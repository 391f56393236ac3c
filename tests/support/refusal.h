// What a reader says of a file that it must not open.
#pragma once

#include "core/base/error.h"
#include "tests/catch.h"

#include <string>

/// Runs `open`, which must throw an Error of one sentence that holds `named` (the file's name, or a part of it), and
/// gives that sentence.
template <typename Open>
std::string refusalOf(const std::string& named, const Open& open) {
    std::string sentence;
    try {
        open();
        FAIL("it was opened");
    } catch (const softscope::Error& error) {
        sentence = error.what();
    }
    CHECK_THAT(sentence, Catch::Matchers::Contains(named));
    CHECK(sentence.back() == '.');
    CHECK(sentence.find('\n') == std::string::npos);
    return sentence;
}
