#include "core/render/number_text.h"

#include "tests/catch.h"

#include <cmath>
#include <limits>

using namespace softscope;

TEST_CASE("three significant digits as a person would write them") {
    struct Case {
        double value;
        const char* text;
    };
    const Case c = GENERATE(
        Case{0.125, "0.125"}, Case{3.68, "3.68"}, Case{1024, "1024"}, Case{3.14e-17, "3.14e−17"}, Case{1, "1.00"},
        Case{16, "16.0"}, Case{0.00012, "0.000120"}, Case{0.0001, "0.000100"}, Case{0.00009996, "0.000100"},
        Case{0.0000999, "9.99e−5"}, Case{999.6, "1000"}, Case{999.4, "999"}, Case{99.96, "100"}, Case{9.996, "10.0"},
        Case{123456, "123456"}, Case{999999.4, "999999"}, Case{999999.6, "1.00e6"}, Case{1e6, "1.00e6"},
        Case{-2.5, "−2.50"}, Case{-1e-17, "−1.00e−17"}, Case{0, "0"}, Case{-0.0, "0"}, Case{1e300, "1.00e300"},
        Case{5e-324, "4.94e−324"}, Case{std::numeric_limits<double>::infinity(), "∞"},
        Case{-std::numeric_limits<double>::infinity(), "−∞"}, Case{std::nan(""), "–"});
    CHECK(numberText(c.value) == c.text);
}

TEST_CASE("the number of digits can be chosen, one at least") {
    CHECK(numberText(2.0 / 3, 6) == "0.666667");
    CHECK(numberText(2.0 / 3, 1) == "0.7");
    CHECK(numberText(1234.5678, 6) == "1234.57");
    CHECK(numberText(0.96, 0) == "1");
}

TEST_CASE("signed numbers always carry a sign and their places") {
    CHECK(signedText(2.13) == "+2.13");
    CHECK(signedText(-0.36) == "−0.36");
    CHECK(signedText(0) == "+0.00");
    CHECK(signedText(-0.001) == "+0.00");
    CHECK(signedText(-0.006) == "−0.01");
    CHECK(signedText(1.5, 0) == "+2");
    CHECK(signedText(-1e30) == "−1.00e30");
    CHECK(signedText(std::numeric_limits<double>::infinity()) == "+∞");
    CHECK(signedText(-std::numeric_limits<double>::infinity()) == "−∞");
    CHECK(signedText(std::nan("")) == "–");
}
