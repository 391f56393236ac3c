#include "core/render/color_scale.h"

#include "tests/catch.h"

#include <cmath>
#include <cstdlib>

using namespace softscope;

namespace {

/// CIE L* of an sRGB colour, 0 to 100.
double lightness(std::uint32_t color) {
    const auto linear = [](std::uint32_t byte) {
        const double x = (byte & 255U) / 255.0;
        return x <= 0.04045 ? x / 12.92 : std::pow((x + 0.055) / 1.055, 2.4);
    };
    const double y = 0.2126 * linear(color >> 16) + 0.7152 * linear(color >> 8) + 0.0722 * linear(color);
    return y > 0.008856 ? 116 * std::cbrt(y) - 16 : 903.3 * y;
}

} // namespace

TEST_CASE("the colour maps are the published ones and opaque") {
    CHECK(colors(Colormap::viridis)[0] == 0xFF440154);
    CHECK(colors(Colormap::viridis)[128] == 0xFF21918C);
    CHECK(colors(Colormap::viridis)[255] == 0xFFFDE725);
    CHECK(colors(Colormap::cividis)[0] == 0xFF00224E);
    CHECK(colors(Colormap::cividis)[255] == 0xFFFEE838);
    CHECK(colors(Colormap::magma)[0] == 0xFF000004);
    CHECK(colors(Colormap::magma)[255] == 0xFFFCFDBF);
    for (const Colormap map : {Colormap::viridis, Colormap::cividis, Colormap::magma, Colormap::diverging}) {
        for (const std::uint32_t color : colors(map))
            CHECK(color >> 24 == 255);
    }
}

TEST_CASE("lightness rises along the sequential colour maps") {
    const Colormap map = GENERATE(Colormap::viridis, Colormap::cividis, Colormap::magma);
    const auto table = colors(map);
    // The tables are rounded to bytes: a step may fall back by less than one of them.
    for (std::size_t i = 1; i < table.size(); ++i) {
        INFO("entry " << i);
        CHECK(lightness(table[i]) > lightness(table[i - 1]) - 0.3);
    }
    for (std::size_t i = 8; i < table.size(); ++i)
        CHECK(lightness(table[i]) > lightness(table[i - 8]));
}

TEST_CASE("the diverging colour map falls in lightness from its grey middle, equally on both arms") {
    const auto table = colors(Colormap::diverging);
    for (std::size_t i = 0; i < 127; ++i) {
        INFO("entry " << i);
        CHECK(lightness(table[i]) < lightness(table[i + 1]) + 0.3);
        CHECK(lightness(table[255 - i]) < lightness(table[254 - i]) + 0.3);
        CHECK(std::abs(lightness(table[i]) - lightness(table[255 - i])) < 8);
    }
    CHECK(lightness(table[128]) - lightness(table[0]) > 35);
    CHECK(lightness(table[127]) - lightness(table[255]) > 35);
    for (const std::size_t middle : {std::size_t{127}, std::size_t{128}}) {
        const std::uint32_t color = table[middle];
        const int red = color >> 16 & 255, green = color >> 8 & 255, blue = color & 255;
        CHECK(std::abs(red - green) < 8);
        CHECK(std::abs(blue - green) < 8);
    }
    CHECK((table[0] & 255) > (table[0] >> 16 & 255));
    CHECK((table[255] & 255) < (table[255] >> 16 & 255));
}
