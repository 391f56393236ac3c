#include "core/base/utf8.h"

#include "tests/catch.h"

using namespace softscope;

TEST_CASE("well-formed UTF-8 is taken to its code points") {
    CHECK(codePoints("").empty());
    CHECK(codePoints("a\x7F") == U"a\x7F");
    CHECK(codePoints("\xC2\x80 \xDF\xBF") == U"\u0080 \u07FF");
    CHECK(codePoints("\xE0\xA0\x80 \xED\x9F\xBF \xEE\x80\x80 \xEF\xBF\xBF") == U"\u0800 \uD7FF \uE000 \uFFFF");
    CHECK(codePoints("\xF0\x90\x80\x80 \xF4\x8F\xBF\xBF") == U"\U00010000 \U0010FFFF");
    CHECK(isUtf8("aµ−𝛼"));
    CHECK(isUtf8(""));
}

TEST_CASE("what is not well-formed is refused by one and replaced by the other, a byte at a time") {
    const std::pair<const char*, std::u32string> cases[] = {
        {"\x80", U"\uFFFD"},                               // a stray byte
        {"\xC0\x80", U"\uFFFD\uFFFD"},                     // overlong
        {"\xC1\xBF", U"\uFFFD\uFFFD"},                     //
        {"\xE0\x9F\xBF", U"\uFFFD\uFFFD\uFFFD"},           //
        {"\xF0\x8F\xBF\xBF", U"\uFFFD\uFFFD\uFFFD\uFFFD"}, //
        {"\xED\xA0\x80", U"\uFFFD\uFFFD\uFFFD"},           // a surrogate
        {"\xF4\x90\x80\x80", U"\uFFFD\uFFFD\uFFFD\uFFFD"}, // beyond the last
        {"\xF5", U"\uFFFD"},                               //
        {"\xFF", U"\uFFFD"},                               //
        {"\xC3", U"\uFFFD"},                               // cut short
        {"\xE2\x88", U"\uFFFD\uFFFD"},                     //
        {"\xE2z\x88", U"\uFFFDz\uFFFD"},                   // broken in the middle
    };
    for (const auto& [bytes, points] : cases) {
        CHECK_FALSE(isUtf8(bytes));
        CHECK(codePoints(bytes) == points);
        CHECK_FALSE(isUtf8(std::string("a").append(bytes)));
    }
}
