#include "core/render/picture.h"

#include "tests/catch.h"

#include <cmath>
#include <limits>

using namespace softscope;

namespace {

constexpr float inf = std::numeric_limits<float>::infinity();

Map mapOf(MapName name, std::initializer_list<float> values) {
    Map map;
    map.name = name;
    map.cells.resize(1, static_cast<Index>(values.size()));
    std::copy(values.begin(), values.end(), map.cells.data());
    return map;
}

Display shownAs(NormKind norm, Range range = {}, Colormap colormap = Colormap::automatic) {
    return {norm, colormap, range};
}

ColorScale scaleOf(const Map& map, const Display& display) {
    const Map* const maps[] = {&map};
    return colorScale(display, maps);
}

} // namespace

TEST_CASE("automatic ranges: symmetric for signed maps, from zero for the others") {
    const ColorScale scores = scaleOf(mapOf(MapName::scaled, {-1, 3, 2}), {});
    CHECK(scores.low == -3);
    CHECK(scores.high == 3);
    CHECK(scores.colormap == Colormap::diverging);
    const ColorScale weights = scaleOf(mapOf(MapName::weights, {0.25F, 0.5F}), {});
    CHECK(weights.low == 0);
    CHECK(weights.high == 0.5);
    CHECK(weights.colormap == Colormap::viridis);
    CHECK(scaleOf(mapOf(MapName::jacobian, {0.25F}), {}).colormap == Colormap::magma);
    const ColorScale plain = scaleOf(mapOf(MapName::scaled, {-1, 3}), shownAs(NormKind::linear, {}, Colormap::cividis));
    CHECK(plain.low == -1);
    CHECK(plain.high == 3);
}

TEST_CASE("NaN, infinities and masked cells stay out of every range") {
    const Map map = mapOf(MapName::scaled, {-inf, 2, std::nanf(""), inf, -1});
    CHECK(scaleOf(map, {}).high == 2);
    CHECK(scaleOf(map, shownAs(NormKind::log)).high == 2);
    CHECK(scaleOf(map, shownAs(NormKind::symlog)).low == -2);
}

TEST_CASE("log goes from the least positive number to the largest, what is not positive clips") {
    const Map map = mapOf(MapName::weights, {0, 1e-30F, 0.5F, 0});
    const ColorScale scale = scaleOf(map, shownAs(NormKind::log));
    CHECK(scale.low == static_cast<double>(1e-30F));
    CHECK(scale.high == 0.5);
    CHECK(scale.position(0) == 0);
    CHECK(scale.position(-5) == 0);
    CHECK(scale.position(0.5) == 1);
    const Picture picture = render(map, scale);
    CHECK(picture.pixels[0] == colors(Colormap::viridis)[0]);
    CHECK(picture.pixels[1] == colors(Colormap::viridis)[0]);
    CHECK(picture.pixels[2] == colors(Colormap::viridis)[255]);
    CHECK(picture.clippedLow);
    CHECK_FALSE(picture.clippedHigh);
    CHECK(scaleOf(mapOf(MapName::scaled, {-1, 2, 1}), shownAs(NormKind::log)).colormap == Colormap::viridis);
}

TEST_CASE("no map gives a range without width, in any norm") {
    const float big = std::numeric_limits<float>::max(), tiny = std::numeric_limits<float>::denorm_min();
    const std::initializer_list<float> contents[] = {{},
                                                     {0, 0},
                                                     {1, 1},
                                                     {-1, -1},
                                                     {std::nanf("")},
                                                     {inf, -inf},
                                                     {big, -big},
                                                     {tiny},
                                                     {-tiny},
                                                     {0, tiny},
                                                     {big, big},
                                                     {0, big},
                                                     {-0.F},
                                                     {-3, -2},
                                                     {1e-30F, 1e-30F},
                                                     {0, 0, 1},
                                                     {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5}};
    const Range ranges[] = {{},
                            {RangeKind::percentile, 1, 0, 1},
                            {RangeKind::percentile, 50, 0, 1},
                            {RangeKind::fixed, 1, -5, 5},
                            {RangeKind::fixed, 1, 2, 2},
                            {RangeKind::fixed, 1, 3, 1},
                            {RangeKind::fixed, 1, -3, -1},
                            {RangeKind::fixed, 1, -1e308, 1e308}};
    for (const auto& values : contents) {
        for (const MapName name : {MapName::weights, MapName::scaled}) {
            const Map map = mapOf(name, values);
            for (const NormKind norm : {NormKind::linear, NormKind::log, NormKind::symlog}) {
                for (const Range& range : ranges) {
                    for (const Colormap colormap : {Colormap::automatic, Colormap::magma, Colormap::diverging}) {
                        const ColorScale scale = scaleOf(map, shownAs(norm, range, colormap));
                        CHECK(std::isfinite(scale.low));
                        CHECK(std::isfinite(scale.high));
                        CHECK(scale.low < scale.high);
                        CHECK(scale.linear > 0);
                        CHECK((norm != NormKind::log || scale.low > 0));
                        CHECK(scale.colormap != Colormap::automatic);
                        CHECK(scale.position(scale.low) == 0);
                        CHECK(scale.position(scale.high) == 1);
                        CHECK(std::isfinite(scale.value(0.5)));
                        for (const std::uint32_t pixel : render(map, scale).pixels)
                            CHECK((pixel == 0 || pixel >> 24 != 0));
                        CHECK(ticks(scale, 5).size() <= 7);
                    }
                }
            }
        }
    }
}

TEST_CASE("a percentile cuts its share at each end") {
    Map map;
    map.name = MapName::weights;
    map.cells.resize(1, 101);
    for (Index i = 0; i < 101; ++i)
        map.cells(0, i) = static_cast<float>((i * 37) % 101);
    const ColorScale scale = scaleOf(map, shownAs(NormKind::linear, {RangeKind::percentile, 5, 0, 1}));
    CHECK(scale.low == 5);
    CHECK(scale.high == 95);
    const Picture picture = render(map, scale);
    CHECK(picture.clippedLow);
    CHECK(picture.clippedHigh);
    map.name = MapName::scaled;
    CHECK(scaleOf(map, shownAs(NormKind::linear, {RangeKind::percentile, 5, 0, 1})).low == -95);
    const Map sparse = mapOf(MapName::weights, {0, 0, 0, 0, 0, 0, 0, 0, 0, 1});
    CHECK(scaleOf(sparse, shownAs(NormKind::linear, {RangeKind::percentile, 20, 0, 1})).high == 1);
}

TEST_CASE("fixed ranges are as given, and mended for log") {
    const Map map = mapOf(MapName::weights, {0.001F, 0.5F});
    const ColorScale linear = scaleOf(map, shownAs(NormKind::linear, {RangeKind::fixed, 1, -2, 7}));
    CHECK(linear.low == -2);
    CHECK(linear.high == 7);
    const ColorScale log = scaleOf(map, shownAs(NormKind::log, {RangeKind::fixed, 1, 0, 7}));
    CHECK(log.low == static_cast<double>(0.001F));
    CHECK(log.high == 7);
}

TEST_CASE("several maps share one range") {
    const Map a = mapOf(MapName::weights, {0.1F}), b = mapOf(MapName::weights, {0.9F});
    const Map* const maps[] = {&a, &b};
    CHECK(colorScale({}, maps).high == static_cast<double>(0.9F));
    CHECK(colorScale({}, {}).low < colorScale({}, {}).high);
}

TEST_CASE("value() is the inverse of position()") {
    for (const ColorScale& scale : {ColorScale{NormKind::linear, Colormap::viridis, -3, 5, 1},
                                    ColorScale{NormKind::log, Colormap::viridis, 1e-30, 5, 1},
                                    ColorScale{NormKind::symlog, Colormap::viridis, -300, 500, 0.1}}) {
        CHECK(scale.value(0) == scale.low);
        CHECK(scale.value(1) == scale.high);
        double before = scale.low;
        for (int i = 1; i < 100; ++i) {
            const double place = i / 100.0, value = scale.value(place);
            CHECK(value > before);
            CHECK(scale.position(value) == Approx(place).epsilon(1e-9));
            before = value;
        }
    }
}

TEST_CASE("symlog is linear near zero, symmetric, and joins without a jump") {
    const ColorScale scale{NormKind::symlog, Colormap::diverging, -100, 100, 1};
    CHECK(scale.position(0) == 0.5);
    CHECK(scale.position(0.5) - 0.5 == Approx((scale.position(1) - 0.5) / 2));
    CHECK(scale.position(20) + scale.position(-20) == Approx(1));
    CHECK(scale.position(1.0001) - scale.position(0.9999) < 1e-4);
    CHECK(scale.position(100) - scale.position(10) == Approx(scale.position(10) - scale.position(1)).epsilon(1e-9));
}

TEST_CASE("exact colours, special cells and counts") {
    const ColorScale scale{NormKind::linear, Colormap::viridis, 0, 256, 1};
    for (int i = 0; i < 256; ++i)
        CHECK(scale.color(static_cast<float>(i)) == colors(Colormap::viridis)[static_cast<std::size_t>(i)]);
    CHECK(scale.color(255.999F) == colors(Colormap::viridis)[255]);
    CHECK(scale.color(1e30F) == colors(Colormap::viridis)[255]);
    CHECK(scale.color(-1e30F) == colors(Colormap::viridis)[0]);
    CHECK(scale.color(std::nanf("")) == 0);
    CHECK(scale.color(-inf) == minusInfinityColor);
    CHECK(scale.color(inf) == plusInfinityColor);
    const Map map = mapOf(MapName::scaled, {-inf, -inf, inf, std::nanf(""), 3, 300});
    const Picture picture = render(map, scale);
    CHECK(picture.width == 6);
    CHECK(picture.height == 1);
    CHECK(picture.minusInfinities == 2);
    CHECK(picture.plusInfinities == 1);
    CHECK(picture.nans == 1);
    CHECK(picture.clippedHigh);
    CHECK_FALSE(picture.clippedLow);
    CHECK(picture.scale == scale);
    for (Index i = 0; i < 6; ++i)
        CHECK(picture.pixels[static_cast<std::size_t>(i)] == scale.color(map.cells(0, i)));
}

TEST_CASE("one NaN in a 2 × 2 map leaves the other three their colours") {
    for (const NormKind norm : {NormKind::linear, NormKind::log, NormKind::symlog}) {
        Map map = mapOf(MapName::weights, {0.1F, 0.2F, 0.4F, 0.3F});
        const Picture before = render(map, scaleOf(map, shownAs(norm)));
        map.cells(0, 3) = std::nanf("");
        const Picture after = render(map, scaleOf(map, shownAs(norm)));
        CHECK(after.pixels[3] == 0);
        for (std::size_t i = 0; i < 3; ++i)
            CHECK(after.pixels[i] == before.pixels[i]);
    }
}

TEST_CASE("a range that the norm cannot spread paints what is inside in the middle and clips the rest") {
    const float inside[] = {0, 1, 40, -40, 1e-30F, std::numeric_limits<float>::max()};
    for (const NormKind norm : {NormKind::linear, NormKind::log, NormKind::symlog}) {
        for (const float value : inside) {
            const double low = static_cast<double>(value);
            const double above = std::nextafter(low, std::numeric_limits<double>::infinity());
            for (const double high : {above, std::nextafter(above, std::numeric_limits<double>::infinity())}) {
                const Map map = mapOf(MapName::scaled, {value, -value, 0, 1, -1, 1e38F, -1e38F, 1e-45F});
                const ColorScale scale = scaleOf(map, shownAs(norm, {RangeKind::fixed, 1, low, high}));
                CAPTURE(norm, low, high, scale.low, scale.high, scale.linear);
                CHECK(scale.linear > 0);
                for (const float cell : map.cells.reshaped()) {
                    const double place = scale.position(static_cast<double>(cell));
                    CHECK((place >= 0 && place <= 1));
                    if (static_cast<double>(cell) < scale.low * (scale.low > 0 ? 0.99 : 1.01) - 1e-40)
                        CHECK(place == 0);
                    if (static_cast<double>(cell) > scale.high * (scale.high > 0 ? 1.01 : 0.99) + 1e-40)
                        CHECK(place == 1);
                }
                CHECK(scale.position(scale.low) <= 0.5);
                CHECK(scale.position(scale.high) >= 0.5);
                for (const std::uint32_t pixel : render(map, scale).pixels)
                    CHECK(pixel >> 24 == 255);
                CHECK(std::isfinite(scale.value(0.5)));
                CHECK(ticks(scale, 5).size() <= 7);
            }
        }
    }
}
