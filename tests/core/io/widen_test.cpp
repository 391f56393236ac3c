#include "core/io/widen.h"

#include "tests/catch.h"

#include <cmath>

using namespace softscope;

namespace {

/// What the bits mean by the definition of the format, in double: another road than the one under test.
double meaning(unsigned bits, int exponentBits, int mantissaBits, bool infinities) {
    const int bias = (1 << (exponentBits - 1)) - 1, top = (1 << exponentBits) - 1;
    const auto mantissa = static_cast<int>(bits & ((1U << mantissaBits) - 1));
    const auto exponent = static_cast<int>(bits >> mantissaBits) & top;
    const double sign = (bits >> (exponentBits + mantissaBits) & 1U) != 0 ? -1 : 1;
    const double fraction = std::ldexp(mantissa, -mantissaBits);
    if (infinities && exponent == top)
        return mantissa == 0 ? sign * INFINITY : NAN;
    if (!infinities && exponent == top && mantissa == (1 << mantissaBits) - 1)
        return NAN;
    return exponent == 0 ? sign * std::ldexp(fraction, 1 - bias) : sign * std::ldexp(1 + fraction, exponent - bias);
}

bool same(float got, double wanted) {
    if (std::isnan(wanted))
        return std::isnan(got);
    return static_cast<double>(got) == wanted && std::signbit(got) == std::signbit(wanted);
}

} // namespace

TEST_CASE("every float16 widens exactly") {
    int wrong = 0;
    for (unsigned bits = 0; bits < 0x10000; ++bits)
        wrong += same(widenFloat16(static_cast<std::uint16_t>(bits)), meaning(bits, 5, 10, true)) ? 0 : 1;
    CHECK(wrong == 0);
    CHECK(widenFloat16(0x3C00) == 1);
    CHECK(widenFloat16(0x0001) == std::ldexp(1.F, -24));
    CHECK(widenFloat16(0x7BFF) == 65504);
}

TEST_CASE("every bfloat16 widens exactly") {
    int wrong = 0;
    for (unsigned bits = 0; bits < 0x10000; ++bits)
        wrong += same(widenBfloat16(static_cast<std::uint16_t>(bits)), meaning(bits, 8, 7, true)) ? 0 : 1;
    CHECK(wrong == 0);
    CHECK(widenBfloat16(0x3F80) == 1);
}

TEST_CASE("every 8-bit float widens exactly") {
    for (unsigned bits = 0; bits < 0x100; ++bits) {
        INFO(bits);
        CHECK(same(widenFloat8E5M2(static_cast<std::uint8_t>(bits)), meaning(bits, 5, 2, true)));
        CHECK(same(widenFloat8E4M3(static_cast<std::uint8_t>(bits)), meaning(bits, 4, 3, false)));
    }
    CHECK(widenFloat8E4M3(0x7E) == 448);
    CHECK(widenFloat8E4M3(0x01) == std::ldexp(1.F, -9));
    CHECK(widenFloat8E5M2(0x7B) == 57344);
}
