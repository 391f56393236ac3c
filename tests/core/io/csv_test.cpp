#include "core/io/csv.h"

#include "tests/catch.h"

#include <bit>
#include <charconv>
#include <cmath>
#include <limits>

using namespace softscope;

namespace {

template <typename Number>
std::string textOf(Number value) {
    std::string text;
    appendNumber(text, value);
    return text;
}

} // namespace

TEST_CASE("float32 numbers are written as %.9g and come back exactly") {
    CHECK(textOf(0.1F) == "0.100000001");
    CHECK(textOf(1.F) == "1");
    CHECK(textOf(-2.5e-30F) == "-2.50000001e-30");
    CHECK(textOf(1e10F) == "1e+10");
    CHECK(textOf(std::nanf("")) == "nan");
    CHECK(textOf(-std::nanf("")) == "nan");
    CHECK(textOf(std::numeric_limits<float>::infinity()) == "inf");
    CHECK(textOf(-std::numeric_limits<float>::infinity()) == "-inf");
    for (std::uint32_t i = 0; i < 20'000; ++i) {
        const auto value = std::bit_cast<float>(i * 214'739U); // over all exponents, subnormals and both signs
        if (!std::isfinite(value))
            continue;
        const std::string text = textOf(value);
        float back = 0;
        std::from_chars(text.data(), text.data() + text.size(), back);
        CHECK(std::bit_cast<std::uint32_t>(back) == std::bit_cast<std::uint32_t>(value));
    }
}

TEST_CASE("float64 numbers are the shortest that come back exactly") {
    CHECK(textOf(0.1) == "0.1");
    CHECK(textOf(1.0 / 3) == "0.3333333333333333");
    CHECK(textOf(std::nan("")) == "nan");
    CHECK(textOf(-std::numeric_limits<double>::infinity()) == "-inf");
}

TEST_CASE("fields are quoted where they must be") {
    CHECK(csvField("plain") == "plain");
    CHECK(csvField("") == "");
    CHECK(csvField(",") == "\",\"");
    CHECK(csvField("a\"b") == "\"a\"\"b\"");
    CHECK(csvField("a\nb") == "\"a\nb\"");
    CHECK(csvField("Ġthe") == "Ġthe");
}

TEST_CASE("a row is its numbers with commas and one line end") {
    const float values[] = {1, -0.5F, 3};
    std::string text = "x,";
    appendCsvRow(text, values, 3);
    CHECK(text == "x,1,-0.5,3\n");
}
