#include "ui/heatmap/region_math.h"

#include "tests/catch.h"

#include <cmath>
#include <random>

using namespace softscope;

namespace {

bool isInside(const Region& r, const Region& whole) {
    return r.rowBegin >= whole.rowBegin && r.rowEnd <= whole.rowEnd && r.colBegin >= whole.colBegin &&
           r.colEnd <= whole.colEnd;
}

} // namespace

TEST_CASE("zoomed keeps the point, clamps at the edges and stays square", "[heatmap]") {
    const Region whole = wholeRegion(100, 100);
    CHECK(zoomed(whole, whole, 0.5, anchorIn(whole, 50, 50)) == Region{25, 75, 25, 75});
    CHECK(zoomed(whole, whole, 0.5, anchorIn(whole, 0, 100)) == Region{0, 50, 50, 100});
    CHECK(zoomed({25, 75, 25, 75}, whole, 2, anchorIn({25, 75, 25, 75}, 50, 50)) == whole);
    CHECK(zoomed({0, 50, 0, 50}, whole, 1.5, anchorIn({0, 50, 0, 50}, 50, 50)) == Region{0, 75, 0, 75});
    CHECK(zoomed({10, 14, 10, 14}, whole, 0.5, anchorIn({10, 14, 10, 14}, 12, 12)) == Region{10, 14, 10, 14});
    CHECK(zoomed(wholeRegion(3, 10), wholeRegion(3, 10), 0.1, anchorIn(wholeRegion(3, 10), 1, 9)) ==
          Region{0, 3, 5, 9});
    CHECK(zoomed(wholeRegion(1, 1), wholeRegion(1, 1), 0.1, anchorIn(wholeRegion(1, 1), 0.5, 0.5)) ==
          wholeRegion(1, 1));
    CHECK(zoomed(whole, whole, 1e300, anchorIn(whole, 3, 3)) == whole);
}

TEST_CASE("zoomed stays inside and reversible within a cell on random walks", "[heatmap]") {
    std::mt19937 random(7);
    std::uniform_real_distribution<double> unit(0, 1);
    for (int round = 0; round < 200; ++round) {
        const Index n = 1 + Index(unit(random) * 300);
        const Region whole = wholeRegion(n, n);
        Region region = whole;
        for (int step = 0; step < 30; ++step) {
            const double factor = std::exp2(unit(random) * 2 - 1);
            region =
                zoomed(region, whole, factor, anchorIn(region, unit(random) * double(n), unit(random) * double(n)));
            REQUIRE(isInside(region, whole));
            REQUIRE(region.rows() == region.cols());
            REQUIRE(region.rows() >= std::min(n, smallestRegion));
        }
    }
    const Region whole = wholeRegion(1000, 1000);
    const Region closer = zoomed(whole, whole, 0.5, anchorIn(whole, 300, 700));
    // The point keeps its share of the picture.
    CHECK((300. - double(closer.rowBegin)) / double(closer.rows()) == Approx(0.3).margin(0.002));
    CHECK((700. - double(closer.colBegin)) / double(closer.cols()) == Approx(0.7).margin(0.002));
}

TEST_CASE("A slow zoom about one anchor does not creep away from it", "[heatmap]") {
    const Region whole = wholeRegion(400, 400);
    const ZoomAnchor anchor = anchorIn(whole, 101.5, 305.5);
    Region region = whole;
    while (region.rows() > 20) {
        region = zoomed(region, whole, 0.99 - 1. / double(region.rows()), anchor);
        REQUIRE(std::abs(double(region.rowBegin) + anchor.rowShare * double(region.rows()) - 101.5) <= 0.5);
        REQUIRE(std::abs(double(region.colBegin) + anchor.colShare * double(region.cols()) - 305.5) <= 0.5);
    }
}

TEST_CASE("panned moves by whole cells and stops at the edges", "[heatmap]") {
    const Region whole = wholeRegion(50, 80), start{10, 20, 30, 50};
    CHECK(panned(start, whole, 5, -5) == Region{15, 25, 25, 45});
    CHECK(panned(start, whole, -11, 31) == Region{0, 10, 60, 80});
    CHECK(panned(start, whole, 1'000'000, -1'000'000) == Region{40, 50, 0, 20});
    CHECK(panned(whole, whole, 3, 3) == whole);
}

TEST_CASE("including follows the cell as little as needed", "[heatmap]") {
    const Region whole = wholeRegion(50, 50), now{10, 20, 10, 20};
    CHECK(including(now, whole, 15, 15) == now);
    CHECK(including(now, whole, 20, 9) == Region{11, 21, 9, 19});
    CHECK(including(now, whole, 0, 49) == Region{0, 10, 40, 50});
}
