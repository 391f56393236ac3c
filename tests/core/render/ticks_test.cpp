#include "core/render/tick_exponent.h"

#include "tests/catch.h"

#include <cmath>

using namespace softscope;

namespace {

using Texts = std::vector<std::string>;

Texts textsOf(NormKind norm, double low, double high, int count = 5, double linear = 1) {
    Texts texts;
    for (const Tick& tick : ticks({norm, Colormap::viridis, low, high, linear}, count))
        texts.push_back(tick.text);
    return texts;
}

} // namespace

TEST_CASE("linear ticks are round, with equally many places and a true minus sign") {
    CHECK(textsOf(NormKind::linear, 0, 1) == Texts{"0", "0.25", "0.50", "0.75", "1.00"});
    CHECK(textsOf(NormKind::linear, -3.68, 3.68) == Texts{"−2", "0", "2"});
    CHECK(textsOf(NormKind::linear, 0, 0.252) == Texts{"0", "0.1", "0.2"});
    CHECK(textsOf(NormKind::linear, 0, 1024, 6) == Texts{"0", "200", "400", "600", "800", "1000"});
    CHECK(textsOf(NormKind::linear, 0, 0.00125) == Texts{"0", "0.0005", "0.0010"});
}

TEST_CASE("very large and very small linear ticks have one exponent in common, never one each") {
    const auto check = [](double low, double high, int count, const Texts& texts, int exponent) {
        CHECK(textsOf(NormKind::linear, low, high, count) == texts);
        CHECK(tickExponent({NormKind::linear, Colormap::viridis, low, high, 1}, count) == exponent);
    };
    check(0, 3e-17, 5, {"0", "1", "2", "3"}, -17);
    check(0, 1.25e-16, 5, {"0", "0.5", "1.0"}, -16);
    check(-2.5e7, 2.5e7, 3, {"−2", "0", "2"}, 7);
    check(0, 7.6e29, 4, {"0", "2", "4", "6"}, 29);
    check(0, 99'999, 5, {"0", "20000", "40000", "60000", "80000"}, 0);
    check(0, 100'000, 3, {"0", "0.5", "1.0"}, 5);
    check(0, 0.001, 3, {"0", "0.0005", "0.0010"}, 0);
    check(0, 0.00099, 3, {"0", "5"}, -4);
}

TEST_CASE("log ticks are powers of ten, thinned, or finer where there are few") {
    CHECK(textsOf(NormKind::log, 1e-3, 1) == Texts{"0.001", "0.01", "0.1", "1"});
    CHECK(textsOf(NormKind::log, 1e-40, 1) == Texts{"10⁻⁴⁰", "10⁻³⁰", "10⁻²⁰", "10⁻¹⁰", "1"});
    CHECK(textsOf(NormKind::log, 1, 10) == Texts{"1", "2", "5", "10"});
    CHECK(textsOf(NormKind::log, 1e-9, 1e-8) == Texts{"10⁻⁹", "2×10⁻⁹", "5×10⁻⁹", "10⁻⁸"});
    CHECK(textsOf(NormKind::log, 1, 1e9, 5) == Texts{"1", "10²", "10⁴", "10⁶", "10⁸"});
    CHECK(textsOf(NormKind::log, 0.11, 0.19).size() >= 2);
}

TEST_CASE("symlog ticks stand on both sides of zero") {
    CHECK(textsOf(NormKind::symlog, -1000, 1000, 5) == Texts{"−1000", "−10", "0", "10", "1000"});
    CHECK(textsOf(NormKind::symlog, 0, 100, 5) == Texts{"0", "1", "10", "100"});
    CHECK(textsOf(NormKind::symlog, -9, 9, 5) == Texts{"−5", "−1", "0", "1", "5"});
    // However few there may be: more than where the linear part ends.
    CHECK(textsOf(NormKind::symlog, -0.05, 0.05, 2, 1e-5) == Texts{"−0.01", "−0.0001", "0", "0.0001", "0.01"});
    CHECK(textsOf(NormKind::symlog, -3e-6, 3e-6, 3, 1e-9) == Texts{"−10⁻⁶", "−10⁻⁸", "0", "10⁻⁸", "10⁻⁶"});
}

TEST_CASE("ticks rise, lie in the range, and are neither too many nor too few") {
    std::uint64_t state = 88172645463325252ULL;
    const auto random = [&state] {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        return static_cast<double>(state >> 11) / 9007199254740992.0;
    };
    for (int i = 0; i < 3000; ++i) {
        const double size = std::pow(10, random() * 80 - 44);
        double low = (random() * 2 - 1) * size, high = low + size * std::pow(10, -6 * random());
        const auto norm = static_cast<NormKind>(i % 3);
        if (norm == NormKind::log) {
            low = size * std::pow(10, -20 * random());
            high = low * (1 + std::pow(10, 10 * random() - 5));
        }
        const int count = 2 + i % 8;
        const ColorScale scale{norm, Colormap::viridis, low, high, std::max(std::abs(low), std::abs(high)) / 1000};
        const std::vector<Tick> found = ticks(scale, count);
        CAPTURE(low, high, count, i % 3);
        CHECK(found.size() >= 1);
        CHECK(found.size() <= static_cast<std::size_t>(count) + 3);
        for (std::size_t t = 0; t < found.size(); ++t) {
            CHECK(found[t].value >= low - 1e-9 * std::abs(low));
            CHECK(found[t].value <= high + 1e-9 * std::abs(high));
            CHECK(found[t].text.find('-') == std::string::npos);
            if (t > 0) {
                CHECK(found[t].value > found[t - 1].value);
                CHECK(found[t].text != found[t - 1].text);
            }
        }
    }
}

TEST_CASE("powers of ten are written with raised digits") {
    CHECK(powerOfTenText(-16) == "10⁻¹⁶");
    CHECK(powerOfTenText(29) == "10²⁹");
    CHECK(powerOfTenText(0) == "10⁰");
    CHECK(powerOfTenText(-308) == "10⁻³⁰⁸");
}
